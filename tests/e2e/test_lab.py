"""The search explorer and its lessons: by keys alone, on a phone, in Chinese; the address names all of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from playwright.sync_api import Locator, expect

from boyi.core.grid import as_grid
from boyi.formats import write
from boyi.lab import puzzles
from tests.e2e.visitor import Visitor
from tests.server.client import Server, running
from tests.server.test_practice import reviewed

Visit = Callable[..., Visitor]
EXAMPLE = Path(__file__).parents[2] / "examples" / "lessons" / "win-in-one.toml"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with lessons of a teacher, one of them with a mistake."""
    folder = tmp_path_factory.mktemp("lab")
    lesson = EXAMPLE.read_text("utf-8")
    (folder / "一步 100%.toml").write_text(lesson, encoding="utf-8")
    (folder / "wrong.toml").write_text(lesson.replace("[text]", "[txet]"), encoding="utf-8")
    with running(folder / "games.db", "--lessons", str(folder)) as started:
        yield started


def explore(search: str, **more: str) -> str:
    return "/learn/explore?" + urlencode({"search": search, **more}, quote_via=quote)


def tab_to(visitor: Visitor, wanted: Locator) -> None:
    """Press Tab until something has the focus."""
    for _ in range(80):
        if wanted.evaluate("one => one === document.activeElement"):
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError("the Tab key does not lead there")


def count(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("spinbutton", name="Jump to a step")


def test_a_lesson_by_keys_alone(visit: Visit) -> None:
    anna = visit("/learn")
    page = anna.page
    tab_to(anna, page.get_by_role("link", name=re.compile("worked example of the thesis")))
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/lesson/thesis*")
    said = page.get_by_role("main").get_by_role("status")
    expect(said).to_contain_text("Iteration 1")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(said).to_contain_text("Iteration 4")
    # The numbers of the thesis, cut off after two digits.
    expect(page.get_by_role("main")).to_contain_text("= 3.09")
    expect(page.locator("tr.chosen td").first).to_contain_text("d")
    page.keyboard.press("End")
    expect(said).to_contain_text("d is played")
    page.wait_for_url("**step=8*")
    assert anna.violations() == []
    # Predict, then reveal: the answer is on the server until then.
    page.keyboard.press("p")
    expect(said).to_contain_text("Which move is played?")
    expect(page.locator("tr.chosen")).to_have_count(0)
    answers = page.get_by_role("group", name="Which move is played?").get_by_role("button")
    tab_to(anna, answers.first)
    page.keyboard.press("Enter")
    expect(said).to_contain_text("Not this one.")
    expect(page.get_by_role("toolbar")).to_contain_text("0 of 1 right")
    expect(page.locator("tr.chosen")).to_have_count(1)
    page.keyboard.press("p")
    # The tree: arrows go from node to node, Enter folds.
    page.keyboard.press("t")
    tree = page.get_by_role("group", name="Tree")
    expect(tree.locator("[data-node]")).to_have_count(6)
    tab_to(anna, tree)
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(tree.locator("[data-node]")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(tree.locator("[data-node]")).to_have_count(6)
    page.wait_for_url("**view=tree*")
    # A reload shows the same; the link can be handed out.
    page.reload()
    expect(tree.locator("[data-node]")).to_have_count(6)
    expect(count(anna)).to_have_value("8")
    tab_to(anna, page.get_by_role("button", name="Copy link"))
    page.keyboard.press("Enter")
    anna.sees("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    # An iteration asks too; the options stand beside the tree, which does not tell.
    page.keyboard.press("ArrowLeft")
    expect(said).to_contain_text("Iteration 7")
    expect(tree.locator(".path, .chosen").filter(has_text="g")).to_have_count(1)
    page.keyboard.press("p")
    expect(said).to_contain_text("Which child of a is selected?")
    expect(tree.locator("[data-node]").filter(has_text="h")).to_have_count(0)
    tab_to(anna, page.get_by_role("group", name="Which child of a").get_by_role("button").nth(2))
    page.keyboard.press("Enter")
    expect(said).to_contain_text("Right.")
    expect(said).to_contain_text("Iteration 7")
    expect(tree.locator("[data-node]").filter(has_text="h")).to_have_count(1)
    assert anna.violations() == []


def test_lessons_of_a_teacher(visit: Visit) -> None:
    anna = visit("/learn")
    page = anna.page
    expect(page.get_by_role("alert")).to_have_text(
        "wrong.toml, line 5: There is no key 'txet'; keys: title, text, parts. Did you mean text?"
    )
    cards = page.locator("a[href^='/learn/lesson/']")
    expect(cards.first).to_contain_text("equilibrium")
    expect(cards.last).to_contain_text("added on this server")
    cards.last.press("Enter")
    said = page.get_by_role("main").get_by_role("status")
    expect(said).to_contain_text("Iteration 1")
    page.keyboard.press("End")
    expect(said).to_contain_text("c3 is played")
    page.wait_for_url("**step=51*")
    page.reload()  # the name in the address has a space, a percent sign and Chinese in it
    expect(said).to_contain_text("c3 is played")
    assert anna.violations() == []


def test_the_explorer_on_a_position_of_ones_own(visit: Visit) -> None:
    anna = visit(explore("mcts:iterations=40", game="nogo", moves="E5 D4", level="phase"))
    page = anna.page
    said = page.get_by_role("main").get_by_role("status")
    expect(said).to_contain_text("Expand")
    # Another budget with the same seed, by keys; the address follows.
    iterations = page.get_by_role("slider", name="iterations")
    tab_to(anna, iterations)
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**iterations%3D50*")
    page.get_by_role("radio", name="Iterations").focus()
    page.get_by_role("radio", name="Iterations").press("Space")
    expect(page.get_by_role("toolbar")).to_contain_text("/ 51")
    # Playing stops at the end.
    page.get_by_role("combobox", name="Speed").select_option(label="30/s")
    page.get_by_role("button", name="Play").press("Enter")
    expect(said).to_contain_text("is played")
    expect(count(anna)).to_have_value("51")
    # The random game is replayed move by move.
    page.keyboard.press("ArrowLeft")
    game = page.get_by_role("slider", name="Random game, move by move")
    game.press("End")
    expect(game).to_have_attribute("aria-valuetext", re.compile(r"^(\d+)/\1 \S+$"))
    expect(page.get_by_role("slider", name="Jump to a step")).to_have_value("49")
    # Rows are sorted by a column; all children of the root are there, only those in view are drawn.
    table = page.get_by_role("table").first
    page.get_by_role("button", name="N", exact=True).first.press("Enter")
    expect(table.locator("th[aria-sort=descending]")).to_have_text(re.compile("^N"))
    # Two settings side by side, alpha-beta with its windows.
    anna.go(
        explore("alphabeta:depth=2", versus="minimax:depth=2", game="othello", step="6", **{"o.size": "6"})
    )
    expect(page.get_by_role("heading", name="minimax:depth=2")).to_be_visible()
    expect(page.get_by_role("heading", name="Windows on the path")).to_have_count(1)
    assert anna.violations() == []
    # What cannot be explained is one sentence, and the form stays.
    page.get_by_label("Moves to the position").fill("z9")
    page.get_by_label("Moves to the position").press("Tab")
    expect(page.get_by_role("alert")).to_contain_text("z9")
    expect(page.get_by_role("combobox", name="Game")).to_have_value("othello")
    anna.expected = ["400"]


def test_explain_a_move_of_a_reviewed_game(visit: Visit) -> None:
    anna = visit("/review")
    anna.page.get_by_role("textbox").first.fill("f5d6c3d3c4f4")
    anna.page.get_by_role("button", name="Open").first.click()
    anna.page.wait_for_url("**/review/*")
    anna.page.keyboard.press("Home")
    for ply in (0, 1, 2, 3):
        anna.page.wait_for_url(f"**move={ply}*")
        if ply < 3:
            anna.page.keyboard.press("ArrowRight")
    anna.press("Explain this move")
    anna.page.wait_for_url(re.compile(r"game=othello&moves=f5\+d6(&|$)"))
    expect(anna.page.get_by_role("main").get_by_role("status")).to_contain_text("Iteration 1")


def test_on_a_phone_in_chinese(visit: Visit) -> None:
    lin = visit("/learn", phone=True, language="zh", theme="dark")
    page = lin.page
    assert lin.violations() == []
    page.get_by_role("link", name=re.compile("圆周率")).tap()
    page.get_by_role("button", name="最后一步").tap()
    expect(page.get_by_role("img", name="随机点与四分之一圆")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("pi 约为 3.1")
    lin.go("/learn/lesson/five-tuple")
    expect(page.get_by_role("img", name=re.compile("棋盘"))).to_be_visible()
    page.get_by_role("button", name="下一步").tap()
    lin.go(explore("mcts:iterations=30", game="gomoku", moves="h8 i9", view="tree", level="iteration"))
    expect(page.get_by_role("group", name="树").locator("[data-node]").first).to_be_visible()
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("第 1 次迭代")
    small = page.evaluate(
        "[...document.querySelectorAll('main button')]"
        ".filter((one) => one.offsetParent && one.offsetHeight < 40)"
        ".map((one) => one.textContent + one.ariaLabel)"
    )
    assert small == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert lin.violations() == []


def test_puzzles_and_my_mistakes(visit: Visit) -> None:
    """A shipped puzzle by keys; a blunder of a reviewed game is kept, found again, and repeated later."""
    anna = visit("/learn")
    page = anna.page
    puzzle = puzzles("othello")[0]
    tab_to(anna, page.get_by_role("link", name="Puzzle 1", exact=True).nth(1))
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/puzzles/othello/1")
    anna.sees("Black to move: find the best score.")
    grid = as_grid(puzzle.start).game
    answer = puzzle.start.game.parse_move(puzzle.answers[0])
    wrong = next(move for move in puzzle.start.moves() if move != answer)
    size = grid.size

    def go_to(cell: int) -> None:
        tab_to(anna, page.locator("main [data-cell][tabindex='0']"))
        for _ in range(size):
            page.keyboard.press("ArrowUp")
            page.keyboard.press("ArrowLeft")
        for _ in range(cell // size):
            page.keyboard.press("ArrowDown")
        for _ in range(cell % size):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")

    said = page.get_by_role("main").get_by_role("status")
    go_to(wrong)
    expect(said).to_contain_text("Try again.")
    go_to(answer)
    expect(said).to_contain_text("Right!")
    expect(said).to_contain_text(" ".join(puzzle.line))
    assert anna.violations() == []
    page.keyboard.press("n")
    page.wait_for_url("**/learn/puzzles/othello/2")
    page.go_back()
    expect(page.locator("h1")).to_contain_text("solved")

    # The library has a game with a blunder of White at move 4.
    file = str(write(reviewed(), "json")).encode()
    upload: dict[str, Any] = {"files": {"name": "game.json", "mimeType": "application/json", "buffer": file}}
    answered = page.request.post(f"{anna.server.url}/api/import", multipart=upload)
    game = answered.json()["games"][0]
    anna.go(f"/review/{game['id']}?move=4")
    anna.tab("Analysis")
    anna.press("Practise my blunders")
    anna.sees("1 blunder is kept under Learn.")
    anna.go("/learn")
    card = page.get_by_role("link", name=re.compile("find a better move than a3"))
    expect(card).to_contain_text("due now")
    tab_to(anna, card)
    page.keyboard.press("Enter")
    page.wait_for_url("**/learn/mistakes/*")
    size = 3
    go_to(2)  # c3: taken, so nothing is tried; the edge c2 is as good as the review's b1
    go_to(5)
    expect(said).to_contain_text("A good move.")
    expect(said).to_contain_text("It comes again in 2 days.")
    anna.go("/learn")
    expect(page.get_by_role("link", name=re.compile("find a better move"))).to_contain_text("again in 2 days")
    lin = visit("/learn", phone=True, language="zh")
    expect(lin.page.get_by_role("heading", name="我的错误")).to_be_visible()
    lin.page.get_by_role("button", name="全部题目").nth(3).tap()
    lin.page.get_by_role("navigation", name="题目：不围棋").get_by_role("link").nth(4).tap()
    lin.sees("第 5 题，共 50 题")
    lin.press("看答案")
    expect(lin.page.get_by_role("status").first).to_contain_text("答案如下。")
    assert not lin.page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert lin.violations() == []


def test_a_large_search_says_what_to_expect_and_how_far_it_is(visit: Visit) -> None:
    anna = visit(explore("alphabeta:depth=3", game="gomoku", moves="h8 i9"))
    page = anna.page
    anna.sees("Depth 3 begins at the root.")
    expected = page.get_by_role("status").filter(has_text="A large search: 50,172 nodes")
    expect(expected).to_contain_text("It is stopped after 300,000 events or 60 seconds.")
    searched = page.get_by_role("progressbar", name="A large search")
    expect(searched).to_be_visible()
    assert 0 <= float(searched.get_attribute("value") or 2) < 1
    assert anna.violations() == []
    page.keyboard.press("ArrowRight")
    anna.sees("Enter ")
