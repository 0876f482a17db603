"""The recipes of the README, run as they stand."""

import importlib.util
import os
import pathlib
import random
import re
import subprocess
import sys
import sysconfig

import pytest

from conftest import isomorph, mixed

PYTHON = pathlib.Path(__file__).parents[1]
EXAMPLES = PYTHON / "examples"

#: A block of code, and the remark before it.
BLOCK = re.compile(r"(?:<!-- ([^\n]+) -->\n)?```(python|sh)\n(.*?)```", re.S)


def recipes():
    """All recipes: a name, the remark, the language, the code."""
    text = (PYTHON / "README.md").read_text()
    for place, match in enumerate(BLOCK.finditer(text)):
        remark, language, code = match.groups()
        heading = re.findall(r"^#+ (.*)$", text[: match.start()], re.M)[-1]
        if language == "python" or (remark or "").startswith("run"):
            yield pytest.param(remark or "", language, code, id=f"{place}-{heading}")


@pytest.fixture(scope="module")
def workplace(tmp_path_factory):
    """A folder with the files that the recipes name; those that they write stay for others."""
    folder = tmp_path_factory.mktemp("recipes")
    puzzles = [line for line in mixed(400) if len(line) == 81 and line.count(".") < 81]
    dice = random.Random(8)
    (folder / "puzzles.txt").write_text("".join(f"{puzzle}\n" for puzzle in puzzles))
    train, test = puzzles[:300], [isomorph(puzzle, dice) for puzzle in puzzles[:50]]
    for name, some in [("train.csv", [*train, isomorph(train[-1], dice)]), ("test.csv", test)]:
        (folder / name).write_text("puzzle\n" + "".join(f"{puzzle}\n" for puzzle in some))
    return folder


@pytest.mark.parametrize("remark, language, code", list(recipes()))
def test_a_recipe_works(remark, language, code, workplace):
    if remark == "not run":
        pytest.skip("the README says that it is untried")
    needs = remark.partition("needs: ")[2]
    if needs and not (workplace / needs).exists():
        # A file of a recipe before, or a package.
        if "." in needs or importlib.util.find_spec(needs) is None:
            pytest.skip(f"{needs} is not there")
    scripts = sysconfig.get_path("scripts")
    environment = {
        **os.environ,
        "EXAMPLES": str(EXAMPLES),
        "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}",
        "PYSPARK_PYTHON": sys.executable,
    }
    file = workplace / f"recipe.{'py' if language == 'python' else 'sh'}"
    file.write_text(code)
    command = [sys.executable, str(file)] if language == "python" else ["sh", "-e", str(file)]
    tasks = [{}]
    if remark == "run as a job array":
        tasks = [{"SLURM_ARRAY_TASK_ID": str(i), "SLURM_ARRAY_TASK_COUNT": "4"} for i in range(4)]
    for task in tasks:
        done = subprocess.run(
            command, cwd=workplace, env={**environment, **task}, capture_output=True, text=True
        )
        # Rejected lines are no failure.
        assert done.returncode in (0, 3), done.stderr


def test_isomorphs_are_removed(workplace):
    command = [sys.executable, str(EXAMPLES / "deduplicate.py"), "train.csv", "--against", "test.csv"]
    done = subprocess.run(
        [*command, "-o", "apart.parquet", "--ratings", "te,w"],
        cwd=workplace, capture_output=True, text=True, check=True,
    )
    import pyarrow.parquet

    table = pyarrow.parquet.read_table(workplace / "apart.parquet")
    assert "50 are in the other data set" in done.stdout, done.stdout
    assert {"te", "w", "canon"} <= set(table.column_names)
    forms = table["canon"].to_pylist()
    assert len(forms) == len(set(forms)) > 200
