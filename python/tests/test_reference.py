"""The reference is up to date and complete, and the types are right.

``GRADUS_OVERWRITE=1`` writes the reference.
"""

import importlib.util
import os
import pathlib
import re
import subprocess
import sys

import pytest

import gradus

PYTHON = pathlib.Path(__file__).parents[1]
PAGE = PYTHON.parent / "docs/python.md"


def reference():
    spec = importlib.util.spec_from_file_location("make_reference", PYTHON / "make_reference.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.reference()


def test_the_reference_is_up_to_date():
    page = reference()
    if os.environ.get("GRADUS_OVERWRITE"):
        PAGE.write_text(page, encoding="utf-8", newline="\n")
    assert PAGE.read_text(encoding="utf-8") == page, "run python/make_reference.py docs/python.md"


def test_the_reference_is_complete():
    page = reference()
    headings = re.findall("^### (.*)$", page, re.M)
    assert set(gradus.__all__) - set(headings) == set()
    assert len(headings) == len(set(headings))
    # Every link leads to a heading.
    anchors = {}
    for heading in headings:
        anchor = re.sub("[^a-z0-9_-]", "", heading.lower())
        anchors.setdefault(anchor, 0)
        anchors[anchor] += 1
    known = set(anchors) | {f"{anchor}-{n}" for anchor, count in anchors.items() for n in range(1, count)}
    assert set(re.findall(r"\(#([^)]+)\)", page)) <= known
    assert "``" not in page.replace("```", "") and ":func:" not in page and ":class:" not in page


def test_everything_public_is_documented():
    for name in gradus.__all__:
        thing = getattr(gradus, name)
        assert thing.__doc__, name
        for member, value in vars(thing).items() if isinstance(thing, type) else ():
            if not member.startswith("_") and (callable(value) or isinstance(value, property)):
                assert value.__doc__, f"{name}.{member}"


def test_types_are_complete():
    pytest.importorskip("mypy")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "package/gradus", "examples", "make_reference.py", "--no-incremental", "--cache-dir", os.devnull],
        cwd=PYTHON, capture_output=True, text=True,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_users_see_the_types(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "user.py").write_text(
        "import gradus\n"
        "row: gradus.Ratings = gradus.classify(['x'])[0]\n"
        "part: gradus.Table = gradus.classify(['x'])[1:]\n"
        "number: float = gradus.Rating(4) + 1\n"
        "for one in part:\n"
        "    reveal_type(one)\n"
        "def show(progress: gradus.Progress) -> None:\n"
        "    print(progress.rows)\n"
        "gradus.classify_file('a', 'b.csv', progress=show, where='w > 3')\n"
        "gradus.rate('x', nonsense=True)\n"
    )
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "user.py"],
        cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "MYPYPATH": str(PYTHON / "package")},
    )
    errors = [line for line in checked.stdout.splitlines() if ": error:" in line]
    assert len(errors) == 1 and "nonsense" in errors[0], checked.stdout
    assert 'Revealed type is "gradus.ratings.Ratings"' in checked.stdout
