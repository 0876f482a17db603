"""The notebook is executed, and shows what it shows in the repository.

``GRADUS_OVERWRITE=1`` writes what it shows now.
"""

import os
import pathlib

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")

NOTEBOOK = pathlib.Path(__file__).parents[1] / "examples/notebook.ipynb"


def shown(notebook):
    """The cells with what they show."""
    for cell in notebook.cells:
        outputs = cell.get("outputs", [])
        parts = [output.get("data") or output.get("text") or output for output in outputs]
        yield cell.source, parts


def test_the_notebook_shows_what_is_in_the_repository(folder):
    pytest.importorskip("ipykernel")
    committed = nbformat.read(NOTEBOOK, as_version=4)
    executed = nbformat.read(NOTEBOOK, as_version=4)
    for cell in executed.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    client = nbclient.NotebookClient(
        executed, kernel_name="python3", timeout=300, resources={"metadata": {"path": str(folder)}}
    )
    client.execute()
    for cell in executed.cells:
        cell.metadata.pop("execution", None)
    executed.metadata = committed.metadata
    if os.environ.get("GRADUS_OVERWRITE"):
        nbformat.write(executed, NOTEBOOK)
    for (source, before), (_, now) in zip(shown(committed), shown(executed)):
        assert os.environ.get("GRADUS_OVERWRITE") or now == before, source
