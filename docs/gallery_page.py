"""The directive ``gallery``: a card for each notebook, with its title, its first paragraph and its first picture."""

import base64
import io
import json
import re
from typing import ClassVar

from docutils.parsers.rst import directives
from PIL import Image
from sphinx.util.docutils import SphinxDirective

WIDTH = 480
"""Pixels of a picture on a card."""


def cells_of(path):
    """The cells of a notebook, each with its text."""
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        yield cell["cell_type"], "".join(cell["source"]), cell.get("outputs", [])


def first_picture(path):
    """The bytes of the first picture that a notebook shows, or None."""
    for _, _, outputs in cells_of(path):
        for output in outputs:
            if (encoded := output.get("data", {}).get("image/png")) is not None:
                return base64.b64decode("".join(encoded))
    return None


def title_and_words(path):
    """The heading of a notebook and the paragraph below it, without marks."""
    _, text, _ = next(cell for cell in cells_of(path) if cell[0] == "markdown")
    heading, _, rest = text.partition("\n")
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", rest.strip().split("\n\n")[0])
    return heading.lstrip("# ").strip(), " ".join(re.sub(r"[`*$\\]", "", words).split())


class Gallery(SphinxDirective):
    """``.. gallery:: FOLDER``, a folder of notebooks from the top of the sources."""

    required_arguments = 1
    option_spec: ClassVar = {"pictures": directives.unchanged_required}

    def run(self):
        """The grid of cards."""
        top = self.env.srcdir
        pictures = top / self.options["pictures"]
        pictures.mkdir(exist_ok=True)
        lines = [".. grid:: 1 2 2 3", "   :gutter: 3", ""]
        notebooks = sorted((top / self.arguments[0]).glob("*.ipynb"), key=lambda path: int(path.name.split("_")[0]))
        for path in notebooks:
            self.env.note_dependency(str(path))
            title, words = title_and_words(path)
            lines += [
                f"   .. grid-item-card:: {title}",
                f"      :link: /{self.arguments[0]}/{path.stem}",
                "      :link-type: doc",
            ]
            if (found := first_picture(path)) is not None:
                image = Image.open(io.BytesIO(found)).convert("RGB")
                image.thumbnail((WIDTH, WIDTH))
                image.save(pictures / f"{path.stem}.png", optimize=True)
                lines += [f"      :img-top: /{self.options['pictures']}/{path.stem}.png", f"      :img-alt: {title}"]
            lines += ["", f"      {words}", ""]
        return self.parse_text_to_nodes("\n".join(lines))


def setup(app):
    """Registers the directive."""
    app.add_directive("gallery", Gallery)
    return {"parallel_read_safe": True}
