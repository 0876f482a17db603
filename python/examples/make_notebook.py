"""Executes notebook.py and writes what it shows as a page.

    pip install nbclient nbconvert ipykernel
    python python/examples/make_notebook.py docs/notebook.html

Cells begin with `# %%`; those with `[markdown]` are text.
"""

import pathlib
import re
import sys

import nbclient
import nbconvert
import nbformat

STYLE = """
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 sans-serif; }
.input_area, .jp-InputArea pre, pre { overflow-x: auto; font-size: 13px; }
.jp-InputArea, .input_area { background: #f4f4f4; padding: 0.2rem 0.8rem; margin-top: 1rem; }
.prompt, .jp-InputPrompt, .jp-OutputPrompt { display: none; }
table { border-collapse: collapse; font-size: 13px; display: block; overflow-x: auto; }
td, th { border: 1px solid #ccc; padding: 0.1rem 0.4rem; }
svg { max-width: 100%; height: auto; }
"""


def cells(text):
    """The cells of a script."""
    for part in re.split(r"^# %%", text, flags=re.M)[1:]:
        kind, _, body = part.partition("\n")
        if "[markdown]" in kind:
            yield nbformat.v4.new_markdown_cell(re.sub(r"^# ?", "", body, flags=re.M).strip())
        else:
            yield nbformat.v4.new_code_cell(body.strip())


def main():
    source = pathlib.Path(__file__).with_name("notebook.py").read_text()
    notebook = nbformat.v4.new_notebook(cells=list(cells(source)))
    nbclient.NotebookClient(notebook, kernel_name="python3").execute()
    exporter = nbconvert.HTMLExporter(template_name="basic")
    body, _ = exporter.from_notebook_node(notebook)
    # Anchors with names made by chance would make each page another one.
    body = re.sub(r' id="cell-id=[^"]*"', "", body)
    body = body.replace("No description has been provided for this image", "what the cell draws")
    page = (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>Gradus in a notebook</title><style>{STYLE}</style></head>\n<body>{body}</body></html>\n"
    )
    pathlib.Path(sys.argv[1]).write_text(page)


if __name__ == "__main__":
    main()
