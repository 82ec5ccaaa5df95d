"""Games that only a file knows, on the page: of stones, of pieces that move, and one without a board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.visitor import Visitor
from tests.server.client import Server, running

ROOT = Path(__file__).parents[2]
Visit = Callable[..., Visitor]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """``boyi serve`` with three games from files."""
    examples = ROOT / "examples"
    files = (examples / "drop_four.py", examples / "breakthrough.py", ROOT / "tests" / "fixtures" / "nim.py")
    arguments = [word for file in files for word in ("--game-file", str(file))]
    with running(tmp_path_factory.mktemp("other") / "games.db", *arguments) as started:
        yield started


def card(visitor: Visitor, title: str) -> Locator:
    heading = visitor.page.get_by_role("heading", name=title, exact=True)
    return visitor.page.get_by_role("article").filter(has=heading)


def offers(box: Locator, *texts: str) -> None:
    """Wait until a box has these choices."""
    expect(box.locator("option")).to_have_text(texts)


def start_for_two(visitor: Visitor, choices: dict[str, str], start: str) -> None:
    """A game at one device, with these choices of options."""
    for name, value in choices.items():
        visitor.page.get_by_role("combobox", name=name, exact=True).select_option(value)
    visitor.press(start)
    visitor.page.wait_for_url("**/play/*")


def test_the_start_page_shows_it(visit: Visit) -> None:
    visitor = visit("/")
    found = card(visitor, "Drop Four")
    expect(found).to_contain_text("Stones fall to the bottom. Four in a row win.")
    expect(found.locator(".board.squares svg")).to_be_visible()
    expect(visitor.page.get_by_role("article")).to_have_count(7)
    expect(card(visitor, "Nim").locator("pre")).to_contain_text("B  | | |")
    assert not visitor.violations()


def test_its_options_have_its_labels(visit: Visit) -> None:
    visitor = visit("/new?game=dropfour")
    box = visitor.page.get_by_role("combobox", name="Full board", exact=True)
    offers(box, "A draw", "The second player wins")
    rows = visitor.page.get_by_role("combobox", name="Stones in a row that win", exact=True)
    offers(rows, "3", "4", "5")
    visitor.page.get_by_role("radio", name="Classic program").check(force=True)
    classic = visitor.page.get_by_role("combobox", name="Classic program")
    offers(classic, "Alpha-beta, two plies")
    assert not visitor.violations()


def test_a_whole_game_by_clicks(visit: Visit) -> None:
    visitor = visit("/new?game=dropfour&opponent=person")
    start_for_two(visitor, {"Board size": "6"}, "Start the game")
    assert visitor.my_turn()
    assert sorted(visitor.playable()) == list(range(30, 36))
    visitor.click(0)
    visitor.sees("a6 hangs in the air: stones fall to the bottom.")
    for cell in (30, 31, 24, 25, 18, 19):
        visitor.place(cell)
    visitor.click(12)
    expect(visitor.dialog().locator("p.words")).to_have_text("Black wins: four in a row.")
    expect(visitor.page.locator(".board .win")).to_have_count(1)
    assert visitor.moves() == ["a1", "b1", "a2", "b2", "a3", "b3", "a4"]


def test_a_whole_game_in_chinese_against_the_computer(visit: Visit) -> None:
    visitor = visit("/", language="zh")
    expect(card(visitor, "落子四连")).to_contain_text("棋子落到底部，四子连珠即胜。")
    visitor.go("/new?game=dropfour")
    box = visitor.page.get_by_role("combobox", name="下满棋盘", exact=True)
    offers(box, "和棋", "后手胜")
    visitor.page.get_by_role("slider").fill("1")
    start_for_two(visitor, {"棋盘大小": "4", "连成几子获胜": "3"}, "开始对局")
    while visitor.my_turn():
        before = visitor.move_count()
        visitor.click(visitor.playable()[0])
        visitor.wait_moves(before + 1)
    words = visitor.dialog().locator("p.words")
    expect(words).to_have_text(re.compile("(黑方胜|白方胜)：三连。|和棋：棋盘已无空格。"))


def test_it_is_reviewed_and_exported(visit: Visit) -> None:
    visitor = visit("/new?game=dropfour&opponent=person")
    start_for_two(visitor, {"Board size": "4", "Stones in a row that win": "3"}, "Start the game")
    assert visitor.my_turn()
    for cell in (12, 13, 8, 9):
        visitor.place(cell)
    visitor.click(4)
    expect(visitor.dialog().locator("p.words")).to_have_text("Black wins: three in a row.")
    visitor.go(f"/review/{visitor.id}?move=2")
    visitor.wait_for("document.querySelectorAll('main .board [data-cell]').length === 16")
    visitor.wait_for(
        "[...document.querySelectorAll('main .board [data-cell]')]"
        ".filter((cell) => cell.ariaLabel.includes('stone')).length === 2"
    )
    visitor.page.get_by_role("button", name="Export").first.click()
    dialog = visitor.dialog()
    expect(dialog.get_by_role("button", name="SGF")).to_have_count(0)
    assert b'"dropfour"' in visitor.download("JSON", dialog)


# A game that moves pieces


def move(visitor: Visitor, start: int, target: int) -> None:
    visitor.click(start)
    expect(visitor.cell(start)).to_have_attribute("aria-selected", "true")
    visitor.click(target)


def test_pieces_move_by_two_clicks(visit: Visit) -> None:
    visitor = visit("/new?game=breakthrough&opponent=person")
    visitor.press("Start from a position …")
    dialog = visitor.dialog()
    dialog.get_by_label("Position or list of moves").fill("8/1x4o1/8/8/8/8/6o1/1x6 x")
    dialog.get_by_role("button", name="Read the text").click()
    dialog.get_by_role("button", name="Use this position").click()
    visitor.press("Start the game")
    visitor.page.wait_for_url("**/play/*")
    assert visitor.my_turn()
    assert not visitor.violations()
    for start, target in ((8 * 7 + 1, 8 * 6 + 1), (8 * 1 + 6, 8 * 2 + 5)):  # b1-b2, g7-f6
        before = visitor.move_count()
        move(visitor, start, target)
        visitor.wait_moves(before + 1)
    move(visitor, 8 * 1 + 1, 2)
    expect(visitor.dialog().locator("p.words")).to_have_text("Black wins: the last row is reached.")
    assert visitor.moves() == ["b1-b2", "g7-f6", "b7-c8"]


def test_the_computer_answers_in_a_game_of_pieces(visit: Visit) -> None:
    visitor = visit("/", language="zh")
    expect(card(visitor, "突破棋")).to_contain_text("抢先到达对方底线。")
    card(visitor, "突破棋").get_by_role("button").click()
    visitor.page.wait_for_url("**/play/*")
    assert visitor.my_turn()
    before = visitor.move_count()
    move(visitor, 8 * 6 + 1, 8 * 5 + 1)
    visitor.wait_moves(before + 2)


# A game without stones on a grid


def take(visitor: Visitor, move: str) -> None:
    before = visitor.move_count()
    visitor.page.get_by_role("group", name=re.compile("Moves|着法")).get_by_role(
        "button", name=move, exact=True
    ).click()
    visitor.wait_moves(before + 1)


def test_a_game_without_a_board_is_played_by_buttons(visit: Visit) -> None:
    visitor = visit("/new?game=nim&opponent=person")
    expect(visitor.page.locator("aside pre")).to_contain_text("C  | | | | |")
    start_for_two(visitor, {"Objects in the largest heap": "4"}, "Start the game")
    board = visitor.page.locator("main .text.board")
    expect(board.locator("pre")).to_have_text("A  | |\nB  | | |\nC  | | | |", use_inner_text=True)
    assert not visitor.violations()
    for move in ("C4", "B3"):
        take(visitor, move)
    expect(board.locator("pre")).to_contain_text("[-3]")
    expect(board.get_by_role("button")).to_have_count(2)
    visitor.page.keyboard.press("u")  # the last move is taken back
    visitor.wait_for("document.querySelectorAll('.text.board button').length === 5")
    for move in ("B3", "A2"):
        take(visitor, move)
    expect(visitor.dialog().locator("p.words")).to_have_text("First wins: Second found no more to take.")
    assert visitor.moves() == ["C4", "B3", "A2"]


def test_the_computer_plays_it_and_gives_hints(visit: Visit) -> None:
    visitor = visit("/", language="zh")
    card(visitor, "尼姆").get_by_role("button").click()
    visitor.page.wait_for_url("**/play/*")
    visitor.page.keyboard.press("h")
    expect(visitor.page.get_by_text(re.compile(r"[ABC]\d")).first).to_be_visible()
    while True:
        visitor.wait_for(
            "document.querySelector('dialog[open] .result')"
            " || document.querySelector('.text.board button[aria-disabled=false]')"
        )
        if visitor.dialog().locator(".result").count():
            break
        before = visitor.move_count()
        visitor.page.locator(".text.board button").last.click()
        visitor.wait_moves(before + 1)
    expect(visitor.dialog().locator("p.words")).to_contain_text("无物可取")


def test_a_position_of_it_is_set_up_by_its_text(visit: Visit) -> None:
    visitor = visit("/new?game=nim&opponent=person")
    visitor.press("Start from a position …")
    dialog = visitor.dialog()
    dialog.get_by_label("Position or list of moves").fill("1-0-2 o")
    dialog.get_by_role("button", name="Use this position").click()
    visitor.press("Start the game")
    visitor.page.wait_for_url("**/play/*")
    expect(visitor.page.locator("main .text.board button")).to_have_text(["A1", "C1", "C2"])


def test_how_to_play_comes_with_its_file(visit: Visit) -> None:
    visitor = visit("/", language="zh")
    visitor.press("落子四连怎么下")
    boards = visitor.page.locator("main article")
    expect(boards).to_have_count(2)
    boards.nth(0).locator("[data-cell='0']").click()
    expect(boards.nth(0).get_by_role("status")).to_contain_text("a7 悬空")
    boards.nth(1).locator(f"[data-cell='{6 * 7 + 5}']").click()
    expect(boards.nth(1).get_by_role("status")).to_contain_text("对了！")


def test_a_game_without_a_guide_has_a_free_board_and_its_options(visit: Visit) -> None:
    visitor = visit("/learn/nim")
    board = visitor.page.locator("main article")
    expect(board).to_have_count(1)
    before = board.locator("pre").inner_text()
    board.locator(".moves button").first.click()
    expect(board.locator("pre")).not_to_have_text(before)
    board.get_by_role("button", name="Again").click()
    expect(board.locator("pre")).to_have_text(before)
    expect(visitor.page.get_by_role("heading", name="Rules")).to_be_visible()
    assert not visitor.violations()
