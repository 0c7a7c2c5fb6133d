"""Sphinx's settings. ``make docs`` builds the site in ``build/docs``; the sources are this repository as it lies.

Pages link to each other by relative paths of files, as ``../benchmarks/README.rst``, so that they can be read in a
checkout as well; ``links_between_pages`` makes them links between pages.
"""

import re
import sys
from pathlib import Path

from docutils import nodes
from numpydoc.docscrape import NumpyDocString

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import headcount  # noqa: E402 - the path has to be there for the extensions below

project = "headcount"
author = "the headcount authors"
copyright = "2026, the headcount authors"
version = release = headcount.__version__

extensions = [
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "numpydoc",
    "myst_nb",
    "sphinx_design",
    "sphinx_copybutton",
    "command_pages",
    "gallery_page",
]

root_doc = "docs/index"
include_patterns = [
    "docs/**",
    "benchmarks/*.rst",
    "notebooks/*.ipynb",
    "certificates/FORMAT.rst",
    "show/export/EXPORTS.rst",
    "experiments/README.rst",
    "CHANGELOG.rst",
    "CONTRIBUTING.rst",
    "README.rst",
    "SECURITY.rst",
]
exclude_patterns = [".*", "build", "dist", "tests", "proofs", "independent", "*.egg-info", "docs/*.py", "**/.*"]

nb_execution_mode = "off"  # the tests run the notebooks; what they show is stored in them
autodoc_typehints = "none"  # numpydoc's sections say the types in words
autodoc_member_order = "bysource"
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False
nitpicky = False
suppress_warnings = ["mystnb.unknown_mime_type"]
myst_enable_extensions = ["dollarmath", "amsmath"]
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

html_theme = "pydata_sphinx_theme"
html_title = "headcount"
html_static_path = ["static"]
html_css_files = ["pages.css"]
html_extra_path = ["front"]  # index.html at the top, which leads to docs/index.html
html_show_sourcelink = False
html_theme_options = {
    "show_prev_next": True,
    "navbar_align": "left",
    "header_links_before_dropdown": 7,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
}

OWN_SECTIONS = ("Guarantee", "Source")
"""Headings of docstrings here that numpydoc does not know: they become words in italics among the notes."""
for section in OWN_SECTIONS:
    NumpyDocString.sections[section] = []  # so that it does not complain of them while it looks for a signature
LINK = re.compile(r"(<[^<>\s:]*?)\.rst(#[^<>\s]*)?>`_")


def links_between_pages(app, docname, source):
    """In text of ours, a link to a file .rst is one to its page."""
    source[0] = LINK.sub(r"\1.html\2>`_", source[0])


def own_sections(app, what, name, obj, options, lines):
    """``Guarantee`` and ``Source`` as paragraphs of ``Notes``, before numpydoc reads the docstring."""
    out, notes, i = [], [], 0
    target = out
    while i < len(lines):
        ruled = i + 1 < len(lines) and re.fullmatch(r"-{3,}", lines[i + 1].strip()) and lines[i].strip()
        if ruled and lines[i].strip() in OWN_SECTIONS:
            notes += ["", f"*{lines[i].strip()}.*"]
            target, i = notes, i + 2
        elif ruled:
            target = out
        if i < len(lines):
            target.append(lines[i])
            i += 1
    if notes:
        place = next((i for i, line in enumerate(out) if line.strip() == "Examples"), len(out))
        out[place:place] = ["", "Notes", "-----", *notes, ""]
    lines[:] = out


def file_names(app, doctree):
    """A block that is to be saved as a file has the file's name above it."""
    for block in list(doctree.findall(nodes.literal_block)):
        for name in block["names"]:
            if "." in name:
                above = nodes.paragraph("", "", nodes.literal(name, name), classes=["file-name"])
                block.parent.insert(block.parent.index(block), above)


def setup(app):
    """Connects the three."""
    app.connect("doctree-read", file_names)
    app.connect("source-read", links_between_pages)
    app.connect("autodoc-process-docstring", own_sections, priority=1)
