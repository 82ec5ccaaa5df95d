"""The catalogues of messages (``make messages``): extract the templates from the sources of the package and
of the page, update every ``locale/CODE/LC_MESSAGES/boyi.po`` and compile it: to ``boyi.mo`` for Python, to
``page.json`` for the page.

With ``--check``, as ``make lint`` calls it, say what is left to do or wrong. ``--new CODE`` begins another
language.

A template is the first argument of ``Message``, ``Template`` or an error of ours, and it is a literal: the
placeholders in it are the names of the values of the call. In the page it is the first argument of ``t`` or
``template`` (``tools.page_messages``).
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import re
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from tools import page_messages
from tools.page_messages import Extraction, Found

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "boyi"
FOLDER = SOURCES / "locale"
NAME = "LC_MESSAGES/boyi.po"
ERROR = "BoyiError"
MESSAGES = {"Message"}
TEMPLATES = {"Template"}
"""Their values come later."""
TO_PROGRAMS = re.compile(
    r"src/boyi/(protocols/(\w+/(engine|query)|gtp/(text|time|analysis)|gomocup/info)\.py)"
)
"""What Boyi answers to other programs, by protocols that are in English."""
DEFINITIONS = ("src/boyi/core/message.py", "src/boyi/core/errors.py")
"""Where messages and errors are made of what their callers give."""
TERMS = {
    "Term",
    "Reason",
    "Option",
    "register_game",
    "Number",
    "Word",
    "Switch",
    "FileSwitch",
    "number",
    "word",
    "switch",
}
"""Their first argument is a word, which is looked up if there is an entry for it."""


def extract(files: Iterable[tuple[str, str]]) -> Extraction:
    """Find the templates of sources given as (path, text)."""
    trees = [(path, ast.parse(text)) for path, text in files]
    errors = error_classes(tree for _, tree in trees)
    result = Extraction([], [])
    for path, tree in trees:
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            _look(path, call, errors, result)
    return result


def error_classes(trees: Iterable[ast.AST]) -> set[str]:
    """The names of our error class and of all that inherit from it."""
    bases = {
        node.name: {_name(base) for base in node.bases}
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    found = {ERROR}
    while more := {name for name, parents in bases.items() if parents & found} - found:
        found |= more
    return found


def placeholders(template: str) -> set[str]:
    """The names in braces; in the page a name can choose between one and more.

    >>> sorted(placeholders("{cell} after {seconds:g} s, {count} {count|game|games}"))
    ['cell', 'count', 'seconds']
    """
    return {name.partition("|")[0] for _, name, _, _ in Formatter().parse(template) if name is not None}


def _look(path: str, call: ast.Call, errors: set[str], result: Extraction) -> None:
    """Note the template of a call that has one, or what is wrong with it."""
    name = _name(call.func)
    if name not in MESSAGES | TEMPLATES | TERMS | errors or not call.args:
        return
    place, first = f"{path}:{call.lineno}", call.args[0]
    if not (isinstance(first, ast.Constant) and isinstance(first.value, str)):
        if path not in DEFINITIONS and (name not in TERMS or isinstance(first, ast.JoinedStr | ast.BinOp)):
            result.problems.append(f"{place}: the template of {name} is not a literal.")
        return
    template = first.value
    result.found.append(Found(template, path, call.lineno))
    if name in TERMS:
        return
    try:
        named = placeholders(template)
    except ValueError as error:
        result.problems.append(f"{place}: {template!r} is not a template: {error}.")
        return
    given = {keyword.arg for keyword in call.keywords}
    if name not in TEMPLATES and None not in given and named != given:
        wrong = ", ".join(sorted(str(one) for one in named ^ given))
        result.problems.append(f"{place}: {template!r} and its values differ in {wrong}.")


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def sources() -> Iterator[tuple[str, str]]:
    """The modules of the package."""
    for path in sorted(SOURCES.rglob("*.py")):
        yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


def update(catalogue: Catalog, found: Iterable[Found]) -> None:
    """Bring a catalogue up to date; what is no longer said becomes obsolete."""
    template = Catalog()
    for one in found:
        if TO_PROGRAMS.fullmatch(one.path):
            continue
        if one.template and not re.fullmatch(r"\{\w+\}|\d+", one.template):  # a value says nothing itself
            template.add(one.template, locations=[(one.path, one.line)], context=one.context or None)
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)


def check(catalogue: Catalog) -> list[str]:
    """What is wrong with a catalogue that is up to date."""
    code, problems = catalogue.locale_identifier, []
    for entry in catalogue:
        if not entry.id:
            continue
        if not entry.string:
            problems.append(f"{code}: {entry.id!r} has no translation.")
        elif entry.fuzzy:
            problems.append(f"{code}: the translation of {entry.id!r} is marked as fuzzy.")
        elif (ours := _placeholders(entry.id)) != (theirs := _placeholders(entry.string)):
            wrong = ", ".join(sorted(ours ^ theirs))
            problems.append(f"{code}: {entry.id!r} and its translation differ in {wrong}.")
    problems += [f"{code}: {entry!r} is said nowhere: take it out." for entry in catalogue.obsolete]
    return problems


def _placeholders(text: object) -> set[str]:
    try:
        return placeholders(str(text))
    except ValueError:
        return {str(text)}


def written(catalogue: Catalog) -> dict[str, bytes]:
    """The catalogue as the files of its folder: the .po file, and what Python and the page read."""
    text, compiled = io.BytesIO(), io.BytesIO()
    write_po(text, catalogue, width=100, sort_output=True, include_lineno=False)
    ours, page = Catalog(catalogue.locale, header_comment=""), {}
    ours.mime_headers = catalogue.mime_headers
    for entry in catalogue:
        if not entry.id or not entry.string:
            continue
        places = {path.startswith(page_messages.FOLDER) for path, _ in entry.locations}
        if True in places:
            page[f"{entry.context}\x04{entry.id}" if entry.context else str(entry.id)] = entry.string
        if places != {True}:
            ours.add(entry.id, entry.string, context=entry.context)
    write_mo(compiled, ours)
    table = json.dumps(dict(sorted(page.items())), ensure_ascii=False, indent=0)
    return {"boyi.po": text.getvalue(), "boyi.mo": compiled.getvalue(), "page.json": table.encode() + b"\n"}


def begin(code: str) -> Catalog:
    """An empty catalogue."""
    return Catalog(
        code,
        project="Boyi",
        version="1",
        header_comment="# What Boyi says. Change only the translations here, then run: make messages",
        msgid_bugs_address="The Boyi maintainers",
        last_translator="The Boyi maintainers",
        language_team="The Boyi maintainers",
        revision_date=datetime.now(UTC).replace(second=0, microsecond=0),
        fuzzy=False,
    )


def read(path: Path) -> Catalog:
    """Read a .po file; its folder names the language."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parents[1].name, abort_invalid=True)


def main(arguments: list[str]) -> int:
    """Update or check all catalogues."""
    parser = argparse.ArgumentParser(description="Extract, check and compile the messages of Boyi.")
    parser.add_argument("--check", action="store_true", help="change nothing, say what is wrong")
    parser.add_argument("--new", metavar="CODE", help="begin a language, for example de")
    options = parser.parse_args(arguments)
    extraction, page = extract(sources()), page_messages.extract(page_messages.sources())
    found, problems = extraction.found + page.found, extraction.problems + page.problems
    paths = sorted(FOLDER.glob(f"*/{NAME}"))
    if options.new:
        path = FOLDER / options.new / NAME
        path.parent.mkdir(parents=True)
        path.write_bytes(written(begin(options.new))[path.name])
        paths.append(path)
    for path in paths:
        catalogue = read(path)
        update(catalogue, found)
        problems += check(catalogue)
        for name, data in written(catalogue).items():
            target = path.with_name(name)
            if not options.check:
                target.write_bytes(data)
            elif not target.exists() or target.read_bytes() != data:
                problems.append(f"{target.relative_to(FOLDER)} is not up to date: run make messages.")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
