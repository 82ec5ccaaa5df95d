"""Practice over REST: the puzzles that come with Boyi, and the blunders of one's own games."""

from __future__ import annotations

import asyncio
import json
from functools import cache
from time import time
from typing import Annotated

from fastapi import APIRouter, Header, Request
from fastapi import Path as InPath

from boyi.core.game import Position
from boyi.core.language import languages
from boyi.core.message import Message
from boyi.core.record import GameRecord
from boyi.core.registry import game_class, game_names
from boyi.lab.practice import Mistake, keep_mistakes, key_of_puzzle, mistakes_in
from boyi.lab.puzzle import Puzzle, puzzle_games, puzzles
from boyi.server.api.games import ServerToken, address_of, rooms_of
from boyi.server.api.lab import explanations_of
from boyi.server.bodies import Error
from boyi.server.lab.requests import Judge
from boyi.server.lab_bodies import (
    Guess,
    Guessed,
    KeepMistakes,
    Kept,
    MistakeCard,
    Practice,
    PuzzleSet,
    PuzzleView,
)
from boyi.server.refusals import Refusal
from boyi.server.rooms.people import token_hash
from boyi.server.rooms.permissions import LOCKED, require
from boyi.server.rooms.registry import Rooms
from boyi.server.rooms.room import Room
from boyi.server.rooms.studying import Study
from boyi.server.serializers import board_shape, move_view, position_view
from boyi.store.errors import NotStored
from boyi.store.exercises import Exercise

router = APIRouter(prefix="/api/lab", responses={"4XX": {"model": Error}, 503: {"model": Error}})

GameName = Annotated[str, InPath(max_length=40)]
Number = Annotated[int, InPath(ge=1, le=10_000)]
ExerciseId = Annotated[str, InPath(max_length=40)]
Learner = Annotated[str, Header(alias="X-Boyi-Learner", max_length=100)]
"""On the network: a word by which a browser finds its own exercises again."""
RIGHT, WRONG = Message("Right!"), Message("That is a legal move, but not what is asked for. Try again.")
BETTER, NOT_BETTER = Message("A good move."), Message("That is no better. Try again.")
ANSWER = Message("This is the answer.")


def learner_of(rooms: Rooms, token: str, learner: str) -> str:
    """Whose exercises are meant: at this machine there is one learner, on the network each browser."""
    rooms.access.check_library(token)
    if not rooms.access.lan or rooms.access.owns_server(token):
        return ""
    return token_hash(learner or "guest")[:40]


@router.get("/practice")
async def practice(request: Request, server_token: ServerToken = "", learner: Learner = "") -> Practice:
    """What can be practised, with what is solved and what is due."""
    rooms = rooms_of(request)
    who = learner_of(rooms, server_token, learner)

    def read() -> Practice:
        known = {one.key: one for one in rooms.store.exercises("puzzle", learner=who)}
        cards = [_card(one) for one in rooms.store.exercises("mistake", learner=who)]
        sets = [_set(game, known) for game in game_names() if game in puzzle_games()]
        return Practice(sets=sets, mistakes=cards, now=time())

    return await asyncio.to_thread(read)


@cache
def _puzzles(game: str) -> list[Puzzle]:
    return puzzles(game)


def _set(game: str, known: dict[str, Exercise]) -> PuzzleSet:
    found = [known.get(key_of_puzzle(puzzle)) for puzzle in _puzzles(game)]
    return PuzzleSet(
        game=game,
        title=languages(game_class(game).title),
        solved=[one is not None and one.solved > 0 for one in found],
        tried=[one is not None for one in found],
    )


def _card(exercise: Exercise) -> MistakeCard:
    mistake = Mistake.from_data(exercise.data)
    return MistakeCard(
        id=exercise.id,
        game=exercise.game,
        title=languages(mistake.start.game.title),
        task=languages(mistake.task),
        due=exercise.due,
        tries=exercise.tries,
        solved=exercise.solved,
        source=mistake.source,
        ply=mistake.ply,
    )


# Puzzles that come with Boyi


def _puzzle(game: str, number: int) -> Puzzle:
    found = _puzzles(game)
    if number > len(found):
        raise Refusal("There are {count} puzzles.", "not-found", count=len(found))
    return found[number - 1]


@router.get("/puzzles/{game}/{number}")
async def puzzle_view(
    request: Request, game: GameName, number: Number, server_token: ServerToken = "", learner: Learner = ""
) -> PuzzleView:
    """A puzzle."""
    rooms = rooms_of(request)
    who = learner_of(rooms, server_token, learner)

    def read() -> PuzzleView:
        puzzle = _puzzle(game, number)
        key = key_of_puzzle(puzzle)
        solved = any(
            one.key == key and one.solved for one in rooms.store.exercises("puzzle", game, learner=who)
        )
        return _view(puzzle.start, puzzle.task, solved, plies=puzzle.plies)

    return await asyncio.to_thread(read)


@router.post("/puzzles/{game}/{number}")
async def try_puzzle(
    request: Request,
    game: GameName,
    number: Number,
    guess: Guess,
    server_token: ServerToken = "",
    learner: Learner = "",
) -> Guessed:
    """A move that someone tries in a puzzle, judged; a second good move counts."""
    rooms = rooms_of(request)
    who = learner_of(rooms, server_token, learner)
    puzzle = await asyncio.to_thread(_puzzle, game, number)
    if guess.move is None:
        await _remember(rooms, puzzle, who, right=False)
        return _guessed(puzzle.start, None, False, ANSWER, puzzle.line)
    puzzle.start.play(guess.move)  # or it is refused
    right = await _judge(request, puzzle, guess.move)
    await _remember(rooms, puzzle, who, right=right)
    line = puzzle.line if right and _is_first(puzzle.start, guess.move, puzzle.line) else ()
    return _guessed(puzzle.start, guess.move, right, RIGHT if right else WRONG, line)


async def _judge(request: Request, puzzle: Puzzle, move: int) -> bool:
    """By the answers that were proved; a search of others is not for this process."""
    name = puzzle.start.game.format_move(move, puzzle.start)
    if name in puzzle.answers or puzzle.goal == "score":
        return name in puzzle.answers
    answer = await explanations_of(request).judge(address_of(request), Judge(puzzle.to_data(), move))
    return bool(json.loads(answer)["right"])


async def _remember(rooms: Rooms, puzzle: Puzzle, who: str, *, right: bool) -> None:
    def write() -> None:
        exercise = rooms.store.add_exercise("puzzle", puzzle.game, key_of_puzzle(puzzle), learner=who)
        rooms.store.answer_exercise(exercise.id, right)

    await asyncio.to_thread(write)


def _is_first(start: Position, move: int, line: tuple[str, ...]) -> bool:
    return start.game.format_move(move, start) in line[:1]


# Mistakes of one's own games


@router.post("/mistakes")
async def keep(
    request: Request, wanted: KeepMistakes, server_token: ServerToken = "", learner: Learner = ""
) -> Kept:
    """Keep the blunders of a reviewed game: those of the people who played, of an import those of both."""
    rooms = rooms_of(request)
    who = learner_of(rooms, server_token, learner)
    _check_lock(rooms, server_token)
    room = await rooms.find(wanted.game)
    if room.phase in ("playing", "waiting"):
        raise Refusal("The game is not over: only a finished game can be reviewed.", "not-allowed")
    found = await room.read(_mistakes)

    def write() -> int:
        before = len(rooms.store.exercises("mistake", learner=who))
        keep_mistakes(rooms.store, found, who)
        return len(rooms.store.exercises("mistake", learner=who)) - before

    return Kept(found=len(found), new=await asyncio.to_thread(write))


def _mistakes(room: Room) -> list[Mistake]:
    people = [side for side, seat in enumerate(room.info.seats) if seat.is_person]
    return mistakes_in(room.record, (0, 1) if room.info.review or not people else people, room.id)


def _check_lock(rooms: Rooms, token: str) -> None:
    """Where help is locked, games that are over are looked at by the owner of the server only."""
    if rooms.access.locked and not rooms.access.owns_server(token):
        require(LOCKED)


async def _exercise(rooms: Rooms, exercise_id: str, who: str) -> Exercise:
    found = await asyncio.to_thread(rooms.store.exercise, exercise_id)
    if found.learner != who or found.kind != "mistake":
        raise NotStored("There is no such exercise.")
    return found


@router.get("/mistakes/{exercise_id}")
async def mistake_view(
    request: Request, exercise_id: ExerciseId, server_token: ServerToken = "", learner: Learner = ""
) -> PuzzleView:
    """A mistake, before it was made."""
    rooms = rooms_of(request)
    exercise = await _exercise(rooms, exercise_id, learner_of(rooms, server_token, learner))
    mistake = Mistake.from_data(exercise.data)
    start = mistake.start
    played = start.game.parse_move(mistake.played, start)
    view = _view(start, mistake.task, exercise.solved > 0)
    more = {"due": exercise.due, "played": move_view(start.game, played, start)}
    return view.model_copy(update=more | {"source": mistake.source, "ply": mistake.ply})


@router.post("/mistakes/{exercise_id}")
async def try_mistake(
    request: Request,
    exercise_id: ExerciseId,
    guess: Guess,
    server_token: ServerToken = "",
    learner: Learner = "",
) -> Guessed:
    """A move that someone tries instead; the engine judges what the review has not named."""
    rooms = rooms_of(request)
    who = learner_of(rooms, server_token, learner)
    _check_lock(rooms, server_token)
    exercise = await _exercise(rooms, exercise_id, who)
    mistake = Mistake.from_data(exercise.data)
    start, right = mistake.start, False
    if guess.move is not None:
        record = GameRecord(start.game, start)
        start.play(guess.move)  # or it is refused
        known = mistake.known(guess.move)
        if known is None:
            study = Study(rooms.workers, f"practice {address_of(request)}", f"practice {exercise_id}")
            judged = await study.judge(record, record.end, guess.move)
            known = judged.is_good
        right = known
    kept = await asyncio.to_thread(rooms.store.answer_exercise, exercise_id, right)
    said = ANSWER if guess.move is None else BETTER if right else NOT_BETTER
    shows = guess.move is None or (right and _is_first(start, guess.move, mistake.better))
    answer = _guessed(start, guess.move, right, said, mistake.better if shows else ())
    return answer.model_copy(update={"due": kept.due})


@router.delete("/mistakes/{exercise_id}")
async def forget(
    request: Request, exercise_id: ExerciseId, server_token: ServerToken = "", learner: Learner = ""
) -> Kept:
    """A mistake is not repeated any more."""
    rooms = rooms_of(request)
    await _exercise(rooms, exercise_id, learner_of(rooms, server_token, learner))
    await asyncio.to_thread(rooms.store.remove_exercise, exercise_id)
    return Kept(found=0, new=0)


def _view(start: Position, task: Message, solved: bool, plies: int = 0) -> PuzzleView:
    return PuzzleView(
        title=languages(start.game.title),
        task=languages(task),
        board=board_shape(start.game),
        position=position_view(GameRecord(start.game, start)),
        plies=plies,
        solved=solved,
    )


def _guessed(start: Position, move: int | None, right: bool, said: Message, line: tuple[str, ...]) -> Guessed:
    record = GameRecord(start.game, start)
    if right and move is not None:
        record.play(move)
    return Guessed(right=right, text=languages(said), line=list(line), position=position_view(record))
