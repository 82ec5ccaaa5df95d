"""Every sentence that the server's own code can say has its Chinese."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import boyi.server
from boyi.core.sentences import in_chinese
from boyi.server import sentences

SPEAKERS = {
    "Refusal", "BadSpec", "BadOption", "BadPosition", "PlayerFailed", "StoreError", "CannotServe",
    "_mistake", "_refuse", "error_body",
}  # fmt: skip
FOLDER = Path(boyi.server.__file__).parent


def said(tree: ast.AST) -> list[str]:
    """Texts given to whoever speaks, called a sentence or returned; what is filled in becomes a 7."""
    found: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            found += node.args if name in SPEAKERS else []
        elif isinstance(node, ast.Assign | ast.Return) and node.value is not None:
            target = getattr(node.targets[0], "id", "") if isinstance(node, ast.Assign) else "sentence"
            found += ast.walk(node.value) if target == "sentence" else []
    texts = [text for node in found if (text := text_of(node)) is not None]
    return [text for text in texts if re.fullmatch(r"[A-Z7].* .*\.", text)]


def text_of(node: ast.AST) -> str | None:
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) or "7" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


@pytest.mark.parametrize("file", sorted(FOLDER.rglob("*.py")), ids=lambda file: "/".join(file.parts[-2:]))
def test_every_sentence_has_its_chinese(file: Path) -> None:
    sentences.register()
    for sentence in said(ast.parse(file.read_text(encoding="utf-8"))):
        assert in_chinese(sentence) is not None, sentence


def test_the_sentences_are_found() -> None:
    total = sum(len(said(ast.parse(file.read_text(encoding="utf-8")))) for file in FOLDER.rglob("*.py"))
    assert total > 60
