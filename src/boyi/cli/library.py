"""``boyi library``: the stored games are listed, shown, exported, imported and deleted."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from dataclasses import asdict
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boyi.cli.columns import pad
from boyi.cli.database import (
    MOST,
    add_database,
    add_filter,
    add_page,
    format_time,
    one_line,
    open_store,
    read_filter,
    read_page,
)
from boyi.cli.options import add_json, whole_number
from boyi.cli.parser import BadArgument, Parser
from boyi.cli.wthor_names import add_names
from boyi.core.errors import UnknownName, did_you_mean, shorten
from boyi.core.language import Language
from boyi.core.message import Message, Template, Term, listing
from boyi.core.record import GameRecord
from boyi.core.registry import game_class
from boyi.formats.dataset import DATASETS, write_dataset

if TYPE_CHECKING:
    from boyi.store.finding import GameSummary
    from boyi.store.store import Store
BLACK_WON, WHITE_WON = Template("black: {reason}"), Template("white: {reason}")


def add_list_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi library list``."""
    add_filter(parser)
    add_page(parser)
    add_database(parser)
    add_json(parser)


def run_list(arguments: Namespace) -> None:
    """Print the list."""
    wanted = read_filter(arguments)
    limit, offset = read_page(arguments)
    with open_store(arguments) as store:
        found = store.find(wanted, order=arguments.order, limit=limit, offset=offset)
        total = store.count(wanted)
    if arguments.json:
        print(json.dumps({"total": total, "games": [_as_data(game) for game in found]}, ensure_ascii=False))
        return
    say = arguments.language
    for game in found:
        state = pad(one_line(say(ending(game))), 22)
        print(
            f"{game.id}  {format_time(game.updated)}  {game.game:<9} {game.plies:>4}  {state}  "
            f"{one_line(game.black) or '?'} – {one_line(game.white) or '?'}"
        )
    print(say(Message("{count} of {total} games", count=len(found), total=total)))


def _as_data(game: GameSummary) -> dict[str, Any]:
    """A game of a list as plain data."""
    return {**asdict(game), "damaged": None if game.damaged is None else str(game.damaged)}


def ending(game: GameSummary) -> Message:
    """How a game stands, in a few words."""
    if game.damaged is not None:
        return Message("damaged")
    if game.reason is None:
        return Message("unfinished")
    reason = Term(game.reason)
    if game.winner is None:
        return Message("draw: {reason}", reason=reason)
    return BLACK_WON(reason=reason) if game.winner == 0 else WHITE_WON(reason=reason)


def add_show_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi library show``."""
    parser.add_argument("id", metavar="ID", help=Message("The game (see boyi library list)."))
    parser.add_argument(
        "--move", "--ply", dest="ply", metavar="N", help=Message("The board after move N; 0: the start.")
    )
    add_database(parser)
    add_json(parser)


def run_show(arguments: Namespace) -> None:
    """Print the game."""
    with open_store(arguments) as store:
        summary, record = store.summary(arguments.id), store.load(arguments.id)
    if arguments.json:
        print(json.dumps({**_as_data(summary), "record": record.to_data()}, ensure_ascii=False))
        return
    line = record.main_line()
    ply = len(line) - 1
    if arguments.ply is not None:
        ply = whole_number(arguments.ply, "--move", 0, ply)
    say = arguments.language
    print(f"{summary.id}  {say(record.game.title)}  {format_time(summary.created)}")
    for name, value in record.headers.items():
        print(f"{one_line(name)}: {one_line(value)}")
    moves = Message("{ending} ({count} moves)", ending=ending(summary), count=summary.plies)
    print(one_line(say(moves)))
    print(record.game.draw(record.position_at(line[ply]), record.nodes[line[ply]].move))
    for text in _moves(record, line):
        print(text)


def _moves(record: GameRecord, line: list[int]) -> list[str]:
    """The main line, a line of text for each move that has something said about it, else ten in a row."""
    texts: list[str] = []
    row = ""
    for ply, (node, word) in enumerate(zip(line[1:], record.text().split(), strict=True), 1):
        row += f"{ply}. {word}  "
        if (comment := record.nodes[node].comment) or ply % 10 == 0:
            texts.append(f"{row}{one_line(comment)}".rstrip())
            row = ""
    return [*texts, row.rstrip()] if row else texts


OWN = "json"
"""The format that holds every game."""


def add_export_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi library export``."""
    parser.add_argument("id", metavar="ID", nargs="*", help=Message("The games; none: all that fit."))
    add_filter(parser)
    parser.add_argument(
        "--format", metavar="F", help=Message("sgf, json, moves, psq, ggf, dat; parquet or npz.")
    )
    parser.add_argument(
        "--output", metavar="FILE|FOLDER", help=Message("Write here; a folder gets a file for each game.")
    )
    add_database(parser)


def run_export(arguments: Namespace) -> None:
    """Write the games."""
    from boyi import formats

    output = None if arguments.output is None else Path(arguments.output)
    ending = None if output is None else output.suffix.removeprefix(".")
    own = ending if ending in DATASETS else output and formats.format_of_name(output.name)
    chosen = arguments.format or own or "sgf"
    offered = [*formats.FORMATS, *DATASETS]
    if chosen not in offered:
        message = Message(
            "There is no format {name}: choose {offered}.",
            name=shorten(chosen),
            offered=listing(offered),
        )
        raise UnknownName.of(did_you_mean(message, chosen, offered))
    wanted, say = read_filter(arguments), arguments.language
    with open_store(arguments) as store:
        ids, records = (
            (arguments.id, [store.load(one) for one in arguments.id])
            if arguments.id
            else _sound(store, [game.id for game in store.find(wanted, order="oldest", limit=MOST)], say)
        )
    if not records:
        raise BadArgument("No game fits, so nothing is written.")
    if chosen in DATASETS:
        if output is None or output.is_dir():
            raise BadArgument("{format} is written to a file: --output games.{format}.", format=chosen)
        _write(output, write_dataset(zip(map(str, ids), records, strict=True), chosen))
        print(say(Message("{count} games → {place}", count=len(records), place=output)))
        return
    if output is not None and (output.is_dir() or arguments.output.endswith(("/", "\\"))):
        for game_id, record in zip(ids, records, strict=True):
            kind = chosen if arguments.format or _holds(chosen, record) else OWN
            _write(output / f"{game_id}{formats.FORMATS[kind].extensions[0]}", formats.write(record, kind))
        print(say(Message("{count} games → {place}", count=len(records), place=output)))
        return
    if not arguments.id and (others := {one.game.name for one in records if not _holds(chosen, one)}):
        kept = [record for record in records if _holds(chosen, record)]
        left_out = Message(
            "{count} of {total} games left out: {format} does not hold {games}; "
            "--format {own} holds every game.",
            count=len(records) - len(kept),
            total=len(records),
            format=chosen,
            games=listing(Term(name) for name in sorted(others)),
            own=OWN,
        )
        print(say(left_out), file=sys.stderr)
        records = kept or records  # the format itself says why there is nothing to write
    text = _one_file(records, chosen)
    if output is None:
        sys.stdout.write(text if isinstance(text, str) else text.decode("latin-1"))
        return
    _write(output, text)
    print(say(Message("{count} games → {place}", count=len(records), place=output)))


def _sound(store: Store, ids: list[str], say: Language) -> tuple[list[str], list[GameRecord]]:
    """The games that can be read; of each damaged one it is said that it is left out."""
    from boyi.store.errors import Damaged

    kept, records = [], []
    for game_id in ids:
        try:
            records.append(store.load(game_id))
            kept.append(game_id)
        except Damaged as error:
            print(say(Message("Left out: {error}", error=error)), file=sys.stderr)
    return kept, records


def _holds(name: str, record: GameRecord) -> bool:
    from boyi import formats

    games = formats.FORMATS[name].games
    return not games or record.game.name in games


def _one_file(records: list[GameRecord], chosen: str) -> str | bytes:
    from boyi import formats

    if len(records) > 1 and not formats.FORMATS[chosen].collections:
        raise BadArgument(
            "A {format} file holds one game, not {count}: name a folder with --output, or choose sgf.",
            format=chosen,
            count=len(records),
        )
    return formats.write_all(records, chosen)


def _write(path: Path, content: str | bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise BadArgument(
            "{file} cannot be written: {reason}.", file=path, reason=Term(error.strerror or str(error))
        ) from None


STANDARD_INPUT = "-"


def add_import_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi library import``."""
    parser.add_argument("file", metavar="FILE", nargs="+", help=Message("Game files; -: standard input."))
    parser.add_argument("--game", metavar="GAME", help=Message("The game, where a file does not say."))
    parser.add_argument("--size", metavar="N", help=Message("The board size, where a file does not say."))
    parser.add_argument(
        "--lenient", action="store_true", help=Message("Keep the legal part of a broken game.")
    )
    add_names(parser)
    add_database(parser)
    add_json(parser)


def run_import(arguments: Namespace) -> None:
    """Store the games of all files, or none if one of them cannot be read."""
    from boyi.cli.importing import Bar, Reading, seldom_collected

    if arguments.game is not None:
        game_class(arguments.game)
    size = None if arguments.size is None else whole_number(arguments.size, "--size", 1, 100)
    options = {"game": arguments.game, "size": size, "lenient": arguments.lenient}
    reading = Reading({name: _read(name) for name in arguments.file}, options, arguments)
    games = iter(reading)
    first = next(games)  # a file that cannot be read at all leaves no database behind
    bar = Bar(reading.total)
    with seldom_collected(), open_store(arguments, create=True) as store:
        try:
            stored = iter(store.import_many(chain((first,), games), bar))
        finally:
            bar.line.clear()
    ids = {name: list(islice(stored, reading.counts[name])) for name in arguments.file}
    if arguments.json:
        print(json.dumps({"games": ids}, ensure_ascii=False))
        return
    for name, found in ids.items():
        if len(found) == 1:
            print(f"{name} → {found[0]}")
        else:
            print(arguments.language(Message("{file} → {count} games", file=name, count=len(found))))


def _read(name: str) -> bytes:
    try:
        return sys.stdin.buffer.read() if name == STANDARD_INPUT else Path(name).read_bytes()
    except OSError as error:
        raise BadArgument(
            "{file} cannot be read: {reason}.", file=name, reason=Term(error.strerror or str(error))
        ) from None


def add_delete_arguments(parser: Parser) -> None:
    """What can be typed after ``boyi library delete``."""
    parser.add_argument("id", metavar="ID", nargs="+", help=Message("The games to remove for good."))
    add_database(parser)
    add_json(parser)


def run_delete(arguments: Namespace) -> None:
    """Remove the games, if all are there."""
    ids = list(dict.fromkeys(arguments.id))
    with open_store(arguments) as store:
        for game_id in ids:
            store.summary(game_id)
        for game_id in ids:
            store.delete(game_id)
    deleted = arguments.language(Message("{count} deleted", count=len(ids)))
    print(json.dumps({"deleted": ids}) if arguments.json else deleted)
