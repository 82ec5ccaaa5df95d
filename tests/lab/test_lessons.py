"""The lessons of Boyi show what their texts say; a teacher's folder is read too."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from boyi.core.errors import BoyiError, UnknownName
from boyi.lab import Comparison, Explanation, find_lesson, lessons
from boyi.lab.lesson import FOLDER, readable_lessons
from boyi.lab.recorder import Level
from boyi.lab.toml_file import ORDER
from boyi.textbook.thesis import shown

NAMES = ("payoff", "five-tuple", "ordering", "pi", "thesis", "playouts", "rewards", "annealing")
"""In the order of the course."""


def last(found: Explanation | Comparison, level: Level) -> Any:
    return found.view(found.count(level) - 1, level)


def test_the_lessons_of_the_sources_are_there_in_the_order_of_a_course() -> None:
    assert tuple(lessons()) == NAMES
    assert tuple((FOLDER / ORDER).read_text().split()) == NAMES  # a new lesson gets its place


@pytest.mark.parametrize("name", NAMES)
def test_every_step_of_every_lesson_can_be_seen(name: str) -> None:
    lesson = find_lesson(name)
    for part in lesson.parts:
        for texts in (lesson.title, lesson.text, part.title, part.text, part.look):
            assert set(texts) == {"en", "zh_CN"}
            assert texts["en"] != texts["zh_CN"]
        with part.explain() as found:
            assert part.level in found.levels or found.levels == ("phase",)
            for level in found.levels:
                views = [*found.views(level, 0, 60), last(found, level)]
                assert len(views) > 3
                json.dumps(views)


def test_the_thesis_number_by_number() -> None:
    table = [
        [],
        [],
        [],
        [{"b": "1.09", "c": "3.09", "d": "3.09"}],
        [{"b": "1.35", "c": "3.35", "d": "2.66"}],
        [{"b": "1.53", "c": "1.79", "d": "2.79"}],
        [{"b": "1.67", "c": "1.89", "d": "2.54"}, {"e": "3.09", "g": "3.09"}],
    ]
    paths = [["b"], ["c"], ["d"], ["d", "e"], ["c", "f"], ["d", "g"], ["d", "g", "h"]]
    with find_lesson("thesis").parts[0].explain() as found:
        assert isinstance(found, Explanation)
        views = list(found.views("iteration"))
        assert found.truncate
    for view, values, path in zip(views[:-1], table, paths, strict=True):
        *choices, before_and_after = view["tables"]
        seen = [{row[0]: shown(row[-1]) for row in one["rows"]} for one in choices]
        assert [row[0] for row in before_and_after["rows"]] == [*reversed(path), "a"]
        assert (seen if values else []) == values
        assert view["path"] == path
    rates = {row[0]: shown(row[3]) for row in views[-1]["tables"][0]["rows"]}
    assert rates == {"b": "-1.00", "c": "0.00", "d": "0.50"}
    assert views[-1]["text"]["en"] == "d is played: it has the best mean."
    assert views[3]["formula"][0] == "UCB1(b) = -1/1 + 1.414·√(2·ln 3/1) = 1.09"


def test_random_playouts_prefer_a_move_that_does_not_win() -> None:
    games, truth, tree = find_lesson("playouts").parts
    with games.explain() as found:
        assert last(found, "iteration")["path"] == ["b2"]
    with truth.explain() as found:
        view = last(found, "iteration")
        values = {row[0]: row[1] for row in view["tables"][0]["rows"]}
        assert view["path"] == []
        assert view["text"]["en"].startswith("c1 is played: its value is win in 5.")
        assert [
            move for move, value in values.items() if isinstance(value, dict) and "win" in value["en"]
        ] == ["c1"]
        assert values["b2"] == "+0"
    with tree.explain() as found:
        assert last(found, "iteration")["path"] == ["c1"]
        early = found.view(100, "iteration")
        visits = {row[0]: row[2] for row in early["tables"][0]["rows"]}
        assert max(visits, key=visits.__getitem__) == "b2"


def test_order_and_windows_leave_nodes_out() -> None:
    for part, factor in zip(find_lesson("ordering").parts[:2], (3, 2), strict=True):
        with part.explain() as found:
            view = last(found, "iteration")
        left, right = (view[side] for side in ("left", "right"))
        assert left["board"] == right["board"]
        assert left["counts"][0][1] * factor < right["counts"][0][1]


def test_small_rewards_leave_the_choice_to_exploration() -> None:
    spread = []
    for part in find_lesson("rewards").parts:
        with part.explain() as found:
            view = last(found, "iteration")
        for side in ("left", "right"):
            visits = [row[2] for row in view[side]["tables"][0]["rows"]]
            spread.append(max(visits) / sum(visits))
    win, by_64, by_16, by_4 = spread
    assert by_64 < win
    assert by_64 < by_16 < by_4


def test_the_equilibrium_is_30_in_row_b_column_d() -> None:
    with find_lesson("payoff").parts[0].explain() as found:
        assert "row b, column d is the equilibrium, and its value is 30" in last(found, "phase")["text"]["en"]


def test_five_tuple_weights_add_up() -> None:
    for part in find_lesson("five-tuple").parts:
        with part.explain() as found:
            assert isinstance(found, Explanation)
            views = list(found.views())
        scores = dict(views[0]["tables"][0]["rows"])
        cells = [view for view in views if view["kind"] == "cell"]
        assert len(cells) == 8
        for view in cells:
            assert sum(row[-1] for row in view["tables"][0]["rows"]) == scores[view["path"][0]]
        assert views[-1]["path"] == [max(scores, key=scores.__getitem__)]


def test_pi_comes_nearer_and_the_window_saves_nodes() -> None:
    with find_lesson("pi").parts[0].explain() as found:
        rows = last(found, "phase")["tables"][0]["rows"]
    assert abs(rows[-1][2] - 3.14159) < 3 * rows[-1][4] < 0.05
    with find_lesson("annealing").parts[0].explain() as found:
        rows = last(found, "phase")["tables"][0]["rows"]
    assert rows[0][1:3] == [0.31, 0.61]
    assert sum(row[5] for row in rows) < sum(row[6] for row in rows)
    assert any(row[3] != row[4] for row in rows)


LESSON = """
[title]
en = "My lesson"
zh_CN = "我的课"
[text]
en = "One."
zh_CN = "一。"
[[parts]]
search = "mcts:iterations=5"
game = "tictactoe"
[parts.title]
en = "Two"
zh_CN = "二"
[parts.text]
en = "Three."
zh_CN = "三。"
[parts.look]
en = "Four."
zh_CN = "四。"
"""


def test_a_folder_of_a_teacher_is_read_too(tmp_path: Path) -> None:
    for name in ("mine", "first"):
        (tmp_path / f"{name}.toml").write_text(LESSON, encoding="utf-8")
    assert tuple(lessons([tmp_path])) == (*NAMES, "first", "mine")
    (tmp_path / ORDER).write_text("mine\nfirst\n")
    assert tuple(lessons([tmp_path])) == (*NAMES, "mine", "first")
    lesson = find_lesson("mine", [tmp_path])
    with lesson.parts[0].explain() as found:
        assert found.count("iteration") == 6
    with pytest.raises(UnknownName, match="There is no lesson 'mine': choose payoff"):
        find_lesson("mine")
    with pytest.raises(BoyiError, match="There is no folder"):
        lessons([tmp_path / "nowhere"])


def test_the_example_in_the_document_is_the_file() -> None:
    root = Path(__file__).parents[2]
    example = (root / "examples" / "lessons" / "win-in-one.toml").read_text("utf-8")
    assert f"```toml\n{example}```" in (root / "docs" / "lab.md").read_text("utf-8")


SEARCH = 'search = "mcts:iterations=5"'
GAME = 'game = "tictactoe"'
WRONG = [
    (("[title]", "[titel]"), "line 2: There is no key 'titel'; .*Did you mean title"),
    (('zh_CN = "我的课"', ""), "line 2: title needs a text in each language; zh_CN is missing"),
    (("[title]", "[title"), r"line 2: this is not TOML: .* declaration\."),
    ((SEARCH, ""), "line 8: A part needs a search"),
    ((SEARCH, 'search = "mtcs"'), "line 9: There is no search 'mtcs' to explain: .*Did you mean mcts"),
    ((SEARCH, 'search = "mcts:iterations=0"'), "line 9: .* from 1 to 100000"),
    ((SEARCH, 'search = "five-tuple"'), "line 9: The five-tuple method is for gomoku"),
    ((SEARCH, 'search = "annealing"'), "line 9: The annealed window needs an evaluation"),
    ((SEARCH, SEARCH + '\nversus = "alphabeta:evaluation=nope"'), "line 10: .*nope"),
    (('"tictactoe"', "3"), "line 10: game is a text in quotation marks"),
    (('"tictactoe"', '"tictac"'), "line 10: There is no game 'tictac'"),
    ((GAME, GAME + '\nposition = "x"'), "line 11: .*'x'"),
    ((GAME, GAME + '\nmoves = "a1 a1"'), "line 11: .*a1"),
    ((GAME, GAME + '\nmoves = "a1 b1 a2 b2 a3"'), "line 9: There is nothing to search: the game is over"),
    ((GAME, 'level = "deep"'), "line 10: The level is one of phase, iteration"),
    ((GAME, "options = 3"), "line 10: options is a table"),
    ((LESSON[LESSON.index("[[parts]]") :], ""), "A lesson has at least one"),
    (('[parts.look]\nen = "Four."', "[parts.look]\nen = 4"), "line 18: look needs a text .* en is missing"),
]


@pytest.mark.parametrize(("change", "sentence"), WRONG)
def test_a_wrong_lesson_is_named_with_its_line(
    tmp_path: Path, change: tuple[str, str], sentence: str
) -> None:
    text = LESSON.replace(*change, 1)
    assert text != LESSON
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BoyiError, match=f"^mine.toml[,:] {sentence}"):
        find_lesson("mine", [tmp_path])


def test_files_that_are_no_lessons_leave_the_others_alone(tmp_path: Path) -> None:
    (tmp_path / "large.toml").write_text("#" * (1 << 21))
    (tmp_path / "latin.toml").write_bytes(b'title = "\xe9"')
    (tmp_path / "list.toml").write_text("parts = [3]\n" + LESSON.partition("[[parts]]")[0], encoding="utf-8")
    (tmp_path / "mine.toml").write_text(LESSON, encoding="utf-8")
    found, wrong = readable_lessons([tmp_path])
    assert tuple(found) == (*NAMES, "mine")
    large, latin, several = map(str, wrong)
    assert large == "large.toml is larger than a lesson can be."
    assert latin.startswith("latin.toml cannot be read: ")
    assert several == "list.toml, line 1: A lesson has at least one [[parts]]."
