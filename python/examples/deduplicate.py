"""Cleans a data set of puzzles: what is isomorphic to a puzzle of another data set, or to an
earlier one of its own, is removed, and columns of difficulty are added.

    python deduplicate.py train.csv --against test.csv -o train-clean.parquet --ratings te,w

Data sets are whatever `gradus classify` reads; the column with the puzzles is `puzzle`,
unless `--column` names another. Two puzzles are isomorphic if a symmetry of the grid and a
renaming of the digits turn one into the other: they have the same canonical form, and the
same ratings.
"""

import argparse
import pathlib
import tempfile
from typing import List, Optional

import pyarrow
import pyarrow.compute
import pyarrow.parquet

import gradus


def forms(names: List[str], column: Optional[str], ratings: List[str]) -> pyarrow.Table:
    """The table of some files, with the canonical forms of their puzzles."""
    with tempfile.TemporaryDirectory() as folder:
        table = pathlib.Path(folder) / "forms.parquet"
        gradus.classify_file(names, table, ["canon", *ratings], column=column, progress=True)
        return pyarrow.parquet.read_table(table)


def main() -> None:
    parser = argparse.ArgumentParser(description="Clean a data set of puzzles.")
    parser.add_argument("data", nargs="+", help="files of the data set")
    parser.add_argument("--against", nargs="+", default=[], help="files of the other data set")
    parser.add_argument("-o", "--output", required=True, help="the clean table (.parquet)")
    parser.add_argument("--ratings", default="te", help="columns of difficulty, with commas between")
    parser.add_argument("--column", help="the column with the puzzles")
    arguments = parser.parse_args()

    data = forms(arguments.data, arguments.column, arguments.ratings.split(","))
    forbidden = pyarrow.array([], pyarrow.string())
    if arguments.against:
        forbidden = forms(arguments.against, arguments.column, [])["canon"].combine_chunks()
    apart = data.filter(pyarrow.compute.invert(pyarrow.compute.is_in(data["canon"], forbidden)))
    first = apart.group_by("canon").aggregate([("row", "min")])["row_min"]
    clean = apart.filter(pyarrow.compute.is_in(apart["row"], first.combine_chunks()))
    pyarrow.parquet.write_table(clean, arguments.output)
    print(
        f"{data.num_rows} puzzles: {data.num_rows - apart.num_rows} are in the other data set, "
        f"{apart.num_rows - clean.num_rows} are there before, {clean.num_rows} stay"
    )


if __name__ == "__main__":
    main()
