"""``boyi puzzles``: the puzzles that come with Boyi and one's own mistakes, in the terminal."""

from __future__ import annotations

from argparse import Namespace
from time import time

from boyi.cli.columns import pad, width_of
from boyi.cli.database import add_database, format_time, open_store
from boyi.cli.options import whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.core.language import Language
from boyi.core.message import Message
from boyi.core.registry import game_class
from boyi.lab.practice import Mistake, key_of_puzzle
from boyi.lab.puzzle import Puzzle, puzzle_games, puzzles
from boyi.store.exercises import Exercise
from boyi.store.store import Store

MINE = "mine"
MOST = 10_000


def add_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi puzzles``."""
    parser.add_argument(
        "game",
        metavar="GAME|mine",
        nargs="?",
        help=Message("Whose puzzles; mine: your own mistakes. Without it, a list."),
    )
    parser.add_argument(
        "number",
        metavar="N",
        nargs="?",
        help=Message("Which one; else the first that is not solved or is due."),
    )
    parser.add_argument("move", metavar="MOVE", nargs="?", help=Message("The move that you have found."))
    parser.add_argument("--answer", action="store_true", help=Message("Show the answer."))
    add_database(parser)


def run(arguments: Namespace) -> None:
    """Show a puzzle, or judge a move and remember how it went."""
    with open_store(arguments, create=True) as store:
        if arguments.game is None:
            lines = overview(store, arguments.language)
        elif arguments.game == MINE:
            lines = _mine(store, arguments)
        else:
            lines = _of_set(store, arguments)
        for line in lines:
            print(line)


def overview(store: Store, say: Language) -> list[str]:
    """How many puzzles of each game are solved, and how many mistakes are due."""
    rows = {}
    for game in puzzle_games():
        keys = {one.key for one in store.exercises("puzzle", game) if one.solved}
        solved = sum(key_of_puzzle(puzzle) in keys for puzzle in puzzles(game))
        count = Message("{solved} of {count} solved", solved=solved, count=len(puzzles(game)))
        rows[game] = f"{say(game_class(game).title)}: {say(count)}"
    mistakes = store.exercises("mistake")
    due = sum(one.due <= time() for one in mistakes)
    rows[MINE] = say(Message("Your mistakes: {count}, due now: {due}", count=len(mistakes), due=due))
    wide = max(map(width_of, rows)) + 2
    return [f"{pad(name, wide)}{text}" for name, text in rows.items()]


def _of_set(store: Store, arguments: Namespace) -> list[str]:
    found = puzzles(arguments.game)
    known = {one.key: one for one in store.exercises("puzzle", arguments.game)}
    solved = [key_of_puzzle(puzzle) in known and known[key_of_puzzle(puzzle)].solved > 0 for puzzle in found]
    number = _number(arguments, len(found), solved.index(False) + 1 if False in solved else 1)
    puzzle = found[number - 1]
    exercise = None
    if arguments.move is not None or arguments.answer:
        exercise = store.add_exercise("puzzle", puzzle.game, key_of_puzzle(puzzle))
    return _tried(store, puzzle, puzzle.line, exercise, number, arguments)


def _mine(store: Store, arguments: Namespace) -> list[str]:
    found = store.exercises("mistake")
    if not found:
        raise BadArgument("No mistakes are kept: review a game on the page and practise its blunders.")
    number = _number(arguments, len(found), 1)  # those that are due come first
    exercise = found[number - 1]
    mistake = Mistake.from_data(exercise.data)
    return _tried(store, mistake, mistake.better, exercise, number, arguments)


def _number(arguments: Namespace, count: int, usual: int) -> int:
    if arguments.number is None:
        return usual
    number = whole_number(arguments.number, "N", 1, MOST)
    if number > count:
        raise BadArgument("There are {count} puzzles.", count=count)
    return number


def _tried(
    store: Store,
    puzzle: Puzzle | Mistake,
    line: tuple[str, ...],
    exercise: Exercise | None,
    number: int,
    arguments: Namespace,
) -> list[str]:
    say: Language = arguments.language
    start, answer = puzzle.start, " ".join(line)
    lines = [start.game.draw(start), "", f"{number}. {say(puzzle.task)}"]
    if arguments.answer and exercise is not None:
        store.answer_exercise(exercise.id, False)
        return [*lines, say(Message("The answer: {line}", line=answer))]
    if arguments.move is None or exercise is None:
        return lines
    move = start.game.parse_move(arguments.move, start)
    start.play(move)  # or it is refused
    right = puzzle.judge(move)
    kept = store.answer_exercise(exercise.id, right)
    if not right:
        return [*lines, say(Message("{move} is not what is asked for. Try again.", move=arguments.move))]
    when = Message("Right! It comes again on {date}.", date=format_time(kept.due)[:10])
    return [*lines, say(when), say(Message("The answer: {line}", line=answer))]
