"""A student's notebook as a module: the cells that define something are run, in their order.

Cells that only call something (a game, a picture, an installation) are left out. Magics of IPython are
taken out of a cell that is no Python with them.
"""

from __future__ import annotations

import ast
import json
import re
import sys
from pathlib import Path
from types import ModuleType

from boyi.core.errors import BoyiError
from boyi.core.python_file import cell_file, describe

LARGEST = 64 << 20
"""Bytes of a notebook, with all its pictures."""
PYTHON_CELLS = {"capture", "prun", "time", "timeit"}
"""Magics of a whole cell below which there is Python."""
MAGIC = re.compile(r"([ \t]*)(?:[%!?].*|.*\?)")
"""A line for IPython alone."""
DEFINITIONS = (
    ast.Import,
    ast.ImportFrom,
    ast.ClassDef,
    ast.FunctionDef,
    ast.AsyncFunctionDef,
    ast.Assign,
    ast.AnnAssign,
    ast.AugAssign,
)
BLOCKS = (ast.If, ast.Try, ast.ExceptHandler, ast.With)


def load_notebook(path: Path, name: str) -> ModuleType:
    """The module of that name that the cells make.

    A cell that fails is left, and said so on the error output: it may be about pictures, or a game that is
    played. Without its classes there is no player, so an error in a cell with a class is raised, or the one
    before that may be its cause.
    """
    module = ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    first: BaseException | None = None
    for number, source in enumerate(read_cells(path), start=1):
        try:
            tree = parse_cell(source, cell_file(path, number))
            if any(map(_defines, tree.body)):
                exec(compile(tree, cell_file(path, number), "exec"), module.__dict__)
        except BaseException as error:
            first = first or error
            if re.search(r"^class\s", source, re.MULTILINE) and not isinstance(error, EOFError | SystemExit):
                raise first from None
            print(describe(error, path), file=sys.stderr)
    return module


def read_cells(path: Path) -> list[str]:
    """The sources of the code cells."""
    with path.open("rb") as stream:
        data = stream.read(LARGEST + 1)
    try:
        if len(data) > LARGEST:
            raise ValueError
        cells = json.loads(data)["cells"]
        code = [cell["source"] for cell in cells if cell["cell_type"] == "code"]
        return [source if isinstance(source, str) else "".join(source) for source in code]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise BoyiError("it is no notebook of Jupyter.") from None


def parse_cell(source: str, file: str) -> ast.Module:
    r"""A cell as Python; one that is in another language is empty.

    >>> [ast.unparse(parse_cell(text, "")) for text in ("%time x = 1", "%%bash\nls", "x = 1\n!ls", "x % 2")]
    ['', '', 'x = 1', 'x % 2']
    """
    try:
        return ast.parse(source, file)
    except SyntaxError:
        lines = source.splitlines()
        head = source.lstrip()
        if head.startswith("%%") and head[2:].split(maxsplit=1)[:1][0] not in PYTHON_CELLS:
            return ast.Module([], [])
        plain = [MAGIC.sub(r"\1pass", line) if MAGIC.fullmatch(line) else line for line in lines]
        if plain == lines:
            raise
        return _without_pass(ast.parse("\n".join(plain), file))


def _without_pass(tree: ast.Module) -> ast.Module:
    tree.body = [node for node in tree.body if not isinstance(node, ast.Pass)]
    return tree


def _defines(node: ast.AST) -> bool:
    """Whether a statement gives something a name."""
    return isinstance(node, DEFINITIONS) or (
        isinstance(node, BLOCKS) and any(map(_defines, ast.iter_child_nodes(node)))
    )
