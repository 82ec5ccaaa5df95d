"""The templates of the page: what is found, and what is refused."""

from __future__ import annotations

import pytest
from tools.page_messages import Extraction, extract, sources


def found_in(text: str) -> Extraction:
    return extract([("frontend/src/A.svelte", text)])


@pytest.mark.parametrize(
    ("text", "templates"),
    [
        ('{t("Back")}', {"Back"}),
        ("{t('Say \"yes\"')}", {'Say "yes"'}),
        ('label={t("It\'s {name}", { name: t("Guest") })}', {"It's {name}", "Guest"}),
        ('t(phase === "over" ? "Rematch" : late ? "Restart" : "Resign")', {"Rematch", "Restart", "Resign"}),
        ('t(\n  "Much",\n)', {"Much"}),
        ('t("Caf\\u00e9\\n")', {"Café\n"}),
        ('const A = { one: template("One"), two: template("Two", "a number") }; t(A[kind])', {"One", "Two"}),
        ("t(request ?? LOST)", set()),
        ('exit("no"); a.t("no"); const start = part("no")', set()),
    ],
)
def test_templates_are_found_where_they_are_said(text: str, templates: set[str]) -> None:
    found = found_in(text)
    assert found.problems == []
    assert {one.template for one in found.found} == templates


def test_a_template_has_its_line_and_its_context() -> None:
    (one,) = found_in('\n\nconst KIND = template("Game", "kind of game");').found
    assert (one.template, one.line, one.context) == ("Game", 3, "kind of game")


@pytest.mark.parametrize(
    "wrong",
    ["t(`mark.${mark}`)", 't("mark." + mark)', "template(text)", 'template("a" + b)', "template(`a`)"],
)
def test_what_is_not_a_literal_is_refused(wrong: str) -> None:
    (problem,) = found_in(wrong).problems
    assert "frontend/src/A.svelte:1" in problem


def test_the_sources_of_the_page_are_read() -> None:
    found = extract(sources())
    assert found.problems == []
    assert len({(one.template, one.context) for one in found.found}) > 500
