"""Writes the reference of the package from its sources: signatures, docstrings, and the
comments of attributes (``#:``).

    python python/make_reference.py docs/python.md

The sources are parsed, not imported, so the page does not depend on the version of Python.
"""

from __future__ import annotations

import ast
import pathlib
import re
import sys
import textwrap
from typing import Dict, Iterator, List, Optional, Tuple, Union

PACKAGE = pathlib.Path(__file__).parent / "package" / "gradus"

#: The sections, and the names in them.
SECTIONS = {
    "One puzzle": "rate Ratings Rating InexactError explain Path Step Check check solve "
    "count_solutions Puzzle",
    "Other puzzles": "canonical deduplicate isomorph expand one_more minimals neighbours "
    "generate Generated",
    "Tables": "classify Table Histogram read_table",
    "Jobs": "classify_file Job Outcome merge hunt Hunted Find Progress JobError Pool",
    "Statistics and pages": "stats Stats Sheet extremes Extremes compare Comparison "
    "ColumnComparison DifferentPuzzle report explore Explorer",
    "Lists": "ratings Column kinds Kind theories Theory",
    "Other libraries": "register sklearn.PuzzleFeatures cluster.dask cluster.ray",
}

HEAD = """\
# Python reference

<!-- Written by python/make_reference.py from the docstrings. Do not edit. -->

Everything that `import gradus` offers, except for what [the page of the package](../python/README.md) explains: installation, clusters, recipes. Names are in the module `gradus` unless they say otherwise.

| type | values |
| --- | --- |
| `RatingNames` | A list of ratings, or a string with commas between them, `"core"` or `"everything"` |
| `Names` | A list of strings, or a string with commas between them |
| `FileName` | A string or a `pathlib.Path` |
| `Tables` | One or several ratings tables: files, directories, globs, [`Table`](#table) or other Arrow tables |
| `ProgressChoice` | `True` for a bar, a function of a [`Progress`](#progress), or a file for a line that is updated |
| `Number` | `int` or `float` |
"""

Definition = Union[ast.ClassDef, ast.FunctionDef]



class Source:
    """A module of the package."""

    def __init__(self, path: pathlib.Path) -> None:
        text = path.read_text(encoding="utf-8")
        self.lines = text.splitlines()
        self.tree = ast.parse(text)

    def definitions(self) -> Dict[str, Definition]:
        """The public functions and classes."""
        found = (node for node in self.tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef)))
        return {node.name: node for node in found if not node.name.startswith("_")}

    def header(self, node: ast.FunctionDef) -> str:
        """The signature, as written, without decorators and the first parameter of methods."""
        lines = self.lines[node.lineno - 1 : node.body[0].lineno]
        text = textwrap.dedent("\n".join(lines))
        # The colon that ends the header is the first one outside of brackets.
        depth = 0
        for place, letter in enumerate(text):
            depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(letter, 0)
            if letter == ":" and depth == 0:
                text = text[:place]
                break
        text = re.sub(r"\((\s*)(self|cls)(,\s*|(?=\)))", r"(\1", text)
        text = re.sub(r"\(\s*\)", "()", text)
        one_line = re.sub(r",\s*\)", ")", re.sub(r"\(\s+", "(", re.sub(r"\s+", " ", text)))
        return (one_line if len(one_line) <= 96 else text).replace('"Table"', "Table")

    def comment(self, node: ast.stmt) -> Optional[str]:
        """The ``#:`` comment before a statement."""
        found: List[str] = []
        for line in reversed(self.lines[: node.lineno - 1]):
            if not line.strip().startswith("#:"):
                break
            found.insert(0, line.strip()[2:].strip())
        return " ".join(found) or None

    def attributes(self, node: ast.ClassDef) -> Iterator[Tuple[str, str]]:
        """The attributes with comments, and the properties."""
        for statement in node.body:
            if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                comment = self.comment(statement)
                if comment is not None:
                    yield statement.target.id, comment
            if isinstance(statement, ast.FunctionDef) and statement.name == "__init__":
                for inner in statement.body:
                    targets = inner.targets if isinstance(inner, ast.Assign) else []
                    target = inner.target if isinstance(inner, ast.AnnAssign) else None
                    for one in [*targets, target]:
                        comment = self.comment(inner)
                        if isinstance(one, ast.Attribute) and comment is not None:
                            yield one.attr, comment
            if isinstance(statement, ast.FunctionDef) and _is_property(statement):
                yield statement.name, " ".join((ast.get_docstring(statement) or "").split())


def _is_property(node: ast.FunctionDef) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "property" for one in node.decorator_list)


def _is_overload(node: ast.FunctionDef) -> bool:
    return any(isinstance(one, ast.Name) and one.id == "overload" for one in node.decorator_list)


def markdown(text: str, links: Dict[str, str]) -> str:
    """A docstring as Markdown."""

    def reference(match: "re.Match[str]") -> str:
        name = match.group(1).lstrip("~")
        call = "()" if match.group(0).startswith((":func:", ":meth:")) else ""
        is_method = match.group(0).startswith(":meth:")
        owner = name.split(".")[0] if is_method and "." in name else name.split(".")[-1]
        if is_method and "." not in name:
            return f"`{name}()`"
        shown = f"`{name.replace('gradus.', '')}{call}`"
        return f"[{shown}](#{links[owner]})" if owner in links else shown

    blocks = []
    for block in re.split(r"\n\s*\n", text):
        if block.lstrip().startswith(">>>"):
            blocks.append("```python\n" + textwrap.dedent(block).strip("\n") + "\n```")
            continue
        if block.startswith("==="):
            blocks.append(table(block))
        else:
            is_code = block.startswith("    ")
            blocks.append(f"```text\n{textwrap.dedent(block)}\n```" if is_code else " ".join(block.split()))
    joined = "\n\n".join(blocks)
    joined = re.sub(r":(?:class|func|meth|attr):`([^`]+)`", reference, joined)
    return re.sub(r"(?<!`)``([^`]+)``(?!`)", r"`\1`", joined)


def table(block: str) -> str:
    """A simple table of reStructuredText as one of Markdown."""
    lines = block.splitlines()
    starts = [match.start() for match in re.finditer(r"=+", lines[0])]
    rows: List[List[str]] = []
    for line in lines:
        if line.startswith("==="):
            continue
        cells = [line[a:b].strip() for a, b in zip(starts, [*starts[1:], None])]
        if cells[0] or not rows:
            rows.append(cells)
        else:
            rows[-1] = [f"{old} {new}".strip() for old, new in zip(rows[-1], cells)]
    rows.insert(1, ["---"] * len(starts))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def reference() -> str:
    """The page."""
    sources: Dict[str, Source] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        module = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
        source = Source(path)
        for name in source.definitions():
            qualified = {"sklearn": f"sklearn.{name}", "cluster.__init__": f"cluster.{name}"}
            sources.setdefault(qualified.get(module, name), source)
    names = [name for names in SECTIONS.values() for name in names.split()]
    links: Dict[str, str] = {}
    for name in names:
        # The second heading with the same anchor gets a number.
        again = sum(anchor(other) == anchor(name) for other in links)
        links[name] = f"{anchor(name)}-{again}" if again else anchor(name)
    parts = [HEAD]
    contents = [
        f"- **{section}**: " + ", ".join(f"[`{name}`](#{links[name]})" for name in listed.split())
        for section, listed in SECTIONS.items()
    ]
    parts.append("\n".join(contents) + "\n")
    for section, listed in SECTIONS.items():
        parts.append(f"## {section}\n")
        for name in listed.split():
            parts.append(entry(name, sources.get(name), links))
    return "\n".join(parts)


def anchor(name: str) -> str:
    """The anchor of a heading."""
    return re.sub(r"[^a-z0-9_-]", "", name.lower())


def entry(name: str, source: Optional[Source], links: Dict[str, str]) -> str:
    """A function or a class."""
    heading = f"### {name}\n"
    if source is None:
        # It is written in Rust.
        return f"{heading}\nA job failed. Its progress is saved. Derived from `RuntimeError`.\n"
    node = source.definitions()[name.split(".")[-1]]
    text = markdown(ast.get_docstring(node) or "", links)
    if isinstance(node, ast.FunctionDef):
        return f"{heading}\n```python\n{source.header(node)}\n```\n\n{text}\n"
    parts = [heading, text + "\n"]
    attributes = [f"- `{name}`: {markdown(text, links)}" for name, text in source.attributes(node)]
    if attributes:
        parts.append("\n".join(attributes) + "\n")
    for method in node.body:
        if not isinstance(method, ast.FunctionDef) or _is_property(method) or _is_overload(method):
            continue
        is_start = method.name == "__init__" and ast.get_docstring(node) is not None
        if method.name.startswith("_") and not (is_start and name in CONSTRUCTED):
            continue
        header = source.header(method)
        if method.name == "__init__":
            header = header.replace("def __init__", name.split(".")[-1]).replace(" -> None", "")
        text = markdown(ast.get_docstring(method) or "", links)
        parts.append(f"```python\n{header}\n```\n" + (f"\n{text}\n" if text else ""))
    return "\n".join(parts)


#: Classes that users construct.
CONSTRUCTED = ["Rating", "Job", "sklearn.PuzzleFeatures"]


if __name__ == "__main__":
    pathlib.Path(sys.argv[1]).write_text(reference(), encoding="utf-8", newline="\n")
