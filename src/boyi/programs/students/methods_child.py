"""Prints the names of the methods of the classes of a Python file, which comes on the standard input.

Run by path in a sandbox (by ``programs/bot_files.py``): CPython's parser may need any amount of memory and
stack for a few kilobytes of text, and raise anything or end its process then.
"""

from __future__ import annotations

import ast
import json
import sys


def main() -> None:
    """Parse what comes; an exit code other than 0 says that it could not be."""
    found = {
        method.name
        for node in ast.parse(sys.stdin.buffer.read().decode("utf-8", errors="replace")).body
        if isinstance(node, ast.ClassDef)
        for method in node.body
        if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    print(json.dumps(sorted(found)))


if __name__ == "__main__":
    main()
