"""The directive ``commands``: a section for each command of the command line, made from the command line itself."""

import re
from importlib import import_module

import typer
from sphinx.util.docutils import SphinxDirective

from headcount.cli.app import COMMANDS, app

SPECIAL = re.compile(r"([\\*`|_])")


def plain(text):
    """Text that stands as it is in reStructuredText."""
    return SPECIAL.sub(r"\\\1", text)


def command_named(name):
    """The click command, with its file imported."""
    import_module(f"headcount.cli.{name}")
    return typer.main.get_group(app).commands[name]


def help_blocks(text):
    """The paragraphs of a help text as reStructuredText; what follows a backspace mark is shown as it is."""
    for block in re.split(r"\n\s*\n", text.strip("\n")):
        if block.startswith("\b\n"):
            yield "::"
            yield ""
            yield from (f"   {line}" for line in block[2:].split("\n"))
        else:
            yield plain(" ".join(block.split()))
        yield ""


def option_lines(context, parameter):
    """An option or argument as a definition: its names, then what it says."""
    record = parameter.get_help_record(context)
    if record is None:  # arguments of click proper; typer's have one
        return
    names, words = record
    yield f"``{names}``"
    yield f"   {plain(' '.join(words.split())) or '..'}"
    yield ""


def command_lines(name):
    """The section of a command."""
    command = command_named(name)
    context = typer.Context(command, info_name=f"headcount {name}")
    usage = " ".join(command.collect_usage_pieces(context))
    yield from (f".. _command-{name}:", "", name, "-" * len(name), "", "::", "", f"   headcount {name} {usage}", "")
    yield from help_blocks(command.help)
    yield "Arguments and options"
    yield "^" * 21
    yield ""
    for parameter in command.params:
        yield from option_lines(context, parameter)


class Commands(SphinxDirective):
    """``.. commands::``."""

    def run(self):
        """A section for each command, in the order of ``headcount --help``."""
        lines = [line for name in COMMANDS for line in command_lines(name)]
        return self.parse_text_to_nodes("\n".join(lines), allow_section_headings=True)


def setup(app_of_sphinx):
    """Registers the directive."""
    app_of_sphinx.add_directive("commands", Commands)
    return {"parallel_read_safe": True}
