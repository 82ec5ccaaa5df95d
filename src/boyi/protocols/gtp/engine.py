"""The Go Text Protocol 2, engine side, for our four games."""

from __future__ import annotations

from collections.abc import Callable

from boyi.core.board_text import draw_text
from boyi.core.errors import BoyiError, shorten
from boyi.core.grid import GridGame
from boyi.core.message import listing
from boyi.core.record import GameRecord
from boyi.core.registry import game_class
from boyi.core.result import SearchResult
from boyi.protocols.actions import (
    Action,
    Identity,
    Limits,
    LoadFile,
    Purpose,
    Quit,
    Reply,
    Result,
    StopSearch,
    Think,
)
from boyi.protocols.errors import ProtocolError
from boyi.protocols.game_choice import choose_game
from boyi.protocols.gtp.analysis import info_line, parse_request
from boyi.protocols.gtp.text import (
    LARGEST,
    Command,
    format_vertex,
    parse_colour,
    parse_command,
    parse_vertex,
    vertices,
)
from boyi.protocols.gtp.time import GtpTime
from boyi.protocols.numbers import decimal, integer
from boyi.protocols.serial import SerialConversation
from boyi.protocols.situation import Situation
from boyi.protocols.table import PROTOCOLS

GAMES = PROTOCOLS["gtp"].games
COLOURS = ("black", "white")


class GtpEngine(SerialConversation):
    """Plays one of our games for a GTP controller such as GoGui or Sabaki."""

    def __init__(self, game: GridGame | None = None, identity: Identity | None = None) -> None:
        super().__init__()
        self.identity = identity or Identity()
        game = game or choose_game("nogo", {})
        if game.name not in GAMES or game.size > LARGEST:
            raise ProtocolError(
                "GTP is for {offered} on boards up to {largest}, not for {game}.",
                offered=listing(GAMES),
                largest=LARGEST,
                game=repr(game),
            )
        self._situation = Situation.start_of(game)
        self._past: list[Situation] = []
        self._resigned: int | None = None
        self._time = GtpTime()
        self._streaming = False
        self._running = Command("", "", (), "")  # the command that a search or a file belongs to
        self._commands: dict[str, Callable[[Command], str | list[Action]]] = {
            "protocol_version": lambda command: "2",
            "name": lambda command: self.identity.name,
            "version": lambda command: self.identity.version,
            "known_command": self._known_command,
            "list_commands": lambda command: "\n".join(self._commands),
            "quit": lambda command: [*self._reply("=", command.number, ""), Quit()],
            "boardsize": self._boardsize,
            "clear_board": self._clear_board,
            "komi": self._komi,
            "play": self._play,
            "genmove": self._genmove,
            "reg_genmove": self._genmove,
            "undo": self._undo,
            "time_settings": self._time_settings,
            "time_left": self._time_left,
            "final_score": self._final_score,
            "showboard": self._showboard,
            "loadsgf": self._loadsgf,
            "analyze": self._analyze,
            "genmove_analyze": self._analyze,
            "list_games": lambda command: "\n".join(GAMES),
            "set_game": self._set_game,
            "gogui-rules_game_id": lambda command: str(self._game.title),
            "gogui-rules_board": self._rules_board,
            "gogui-rules_board_size": lambda command: str(self._game.size),
            "gogui-rules_legal_moves": self._legal_moves,
            "gogui-rules_side_to_move": lambda command: COLOURS[self._situation.turn],
            "gogui-rules_final_result": self._final_result,
        }

    @property
    def _game(self) -> GridGame:
        return self._situation.grid

    # Lines

    def _obey(self, line: str) -> list[Action]:
        command = parse_command(line)
        if command is None:
            return []
        self._running = command
        work = self._commands.get(command.name)
        if work is None:
            raise ProtocolError("unknown command")
        answer = work(command)
        return answer if isinstance(answer, list) else self._reply("=", command.number, answer)

    def _interrupt(self, line: str) -> list[Action] | None:
        job = self._job
        if not isinstance(job, Think) or not job.report_every:
            return None
        if self._waiting:
            return None  # it was stopped already
        if job.purpose == "analysis":
            # Any input ends the stream, an empty line too; the empty line that ends our answer comes first.
            self._streaming = False
            return [*self._drop(), Reply(""), *self.receive(line)]
        self._waiting.append(line)  # genmove_analyze still owes its move
        return [StopSearch(job.ticket)]

    def _reply(self, mark: str, number: str, text: str) -> list[Action]:
        first, *more = text.split("\n")
        return [Reply(f"{mark}{number} {first}".rstrip()), *(Reply(line) for line in more), Reply("")]

    def _complain(self, reason: str) -> list[Action]:
        if self._streaming:
            self._streaming = False
            return [Reply("")]  # the answer has begun with = and can no longer fail
        return self._reply("?", self._running.number, reason)

    def _argument(self, command: Command, place: int) -> str:
        if place >= len(command.arguments):
            if not place:
                raise ProtocolError("{name} needs 1 argument", name=command.name)
            raise ProtocolError("{name} needs {count} arguments", name=command.name, count=place + 1)
        return command.arguments[place]

    def _colour(self, command: Command) -> int:
        colour = parse_colour(self._argument(command, 0))
        if colour is None:
            raise ProtocolError("invalid color")
        return colour

    def _known_command(self, command: Command) -> str:
        return "true" if self._argument(command, 0) in self._commands else "false"

    # The board

    def _begin(self, situation: Situation) -> str:
        self._situation = situation
        self._past.clear()
        self._resigned = None
        return ""

    def _boardsize(self, command: Command) -> str:
        size = integer(self._argument(command, 0))
        if size is None:
            raise ProtocolError("boardsize needs a number")
        if size > LARGEST:
            raise ProtocolError("unacceptable size")
        try:
            game = choose_game(self._game.name, {**self._game.settings, "size": size})
        except BoyiError:
            raise ProtocolError("unacceptable size") from None
        return self._begin(Situation.start_of(game))

    def _clear_board(self, command: Command) -> str:
        return self._begin(Situation.start_of(self._game))

    def _komi(self, command: Command) -> str:
        if decimal(self._argument(command, 0)) is None:
            raise ProtocolError("komi not a number")
        return ""  # none of our games counts it

    def _set_game(self, command: Command) -> str:
        self._argument(command, 0)
        told = " ".join(word for word in command.arguments if "=" not in word)  # a title may have spaces
        names = (name for name in GAMES if told.lower() in (name, str(game_class(name).title).lower()))
        if (name := next(names, None)) is None:
            raise ProtocolError(
                "unknown game {name}: choose {offered}", name=shorten(told), offered=listing(GAMES)
            )
        options = dict(word.partition("=")[::2] for word in command.arguments if "=" in word)
        game = choose_game(name, options)
        if game.size > LARGEST:
            raise ProtocolError("unacceptable size")
        return self._begin(Situation.start_of(game))

    def _step(self, situation: Situation) -> None:
        self._past.append(self._situation)
        self._situation = situation

    def _play(self, command: Command) -> str:
        text, colour = self._argument(command, 1), self._colour(command)
        if text.lower() == "resign":
            self._resigned = colour
            return ""
        try:
            move = parse_vertex(self._game, text)
        except BoyiError:
            raise ProtocolError("invalid vertex") from None
        try:
            self._step(self._situation.set_turn(colour).play(move))
        except BoyiError as error:
            # The words controllers know come first, ours say why.
            raise ProtocolError("illegal move: {error}", error=error) from None
        return ""

    def _undo(self, command: Command) -> str:
        if not self._past:
            raise ProtocolError("cannot undo")
        self._situation = self._past.pop()
        self._resigned = None
        return ""

    def _loadsgf(self, command: Command) -> list[Action]:
        self._argument(command, 0)
        path, _, last = command.rest.rpartition(" ")
        number = integer(last)
        if path and number is not None and number >= 1:
            return self._load(path.strip(), number)
        return self._load(command.rest, None)

    def _take_file(self, job: LoadFile, record: GameRecord) -> list[Action]:
        game = record.game
        if game.name not in GAMES or not isinstance(game, GridGame) or game.size > LARGEST:
            raise ProtocolError("cannot load file: not a game that can be played here")
        whole = Situation.of_record(record)
        plies = len(whole.moves) if job.plies is None else min(job.plies - 1, len(whole.moves))
        self._begin(Situation(whole.start))
        for move in whole.moves[:plies]:
            self._step(self._situation.play(move))
        return self._reply("=", self._running.number, COLOURS[self._situation.turn])

    # Moves

    def _genmove(self, command: Command) -> list[Action]:
        situation = self._situation.set_turn(self._colour(command))
        if (ended := self._over_for(situation)) is not None:
            return self._reply("=", command.number, ended)
        return self._think(situation, self._time.limits(situation))

    def _over_for(self, situation: Situation) -> str | None:
        """What a finished or resigned game answers to genmove: the loser resigns, others pass."""
        if self._resigned is not None:
            return "resign" if self._resigned == situation.turn else "pass"
        outcome = situation.position.outcome
        if outcome is None:
            return None
        return "resign" if outcome.winner == 1 - situation.turn and outcome.score is None else "pass"

    def _analyze(self, command: Command) -> list[Action]:
        colour, every = parse_request(command.arguments)
        situation = self._situation if colour is None else self._situation.set_turn(colour)
        playing = command.name == "genmove_analyze"
        if (ended := self._over_for(situation)) is not None:
            lines = f"\nplay {ended}" if playing else ""
            return self._reply("=", command.number, lines)
        limits = self._time.limits(situation) if playing else Limits()
        purpose: Purpose = "move" if playing else "analysis"
        thinking = self._think(situation, limits, purpose, candidates=self._game.area, report_every=every)
        self._streaming = True
        if self._waiting or (self._input_ended and not playing):
            thinking.append(
                StopSearch(self._tickets)
            )  # what would end it has come already, behind another search
        return [Reply(f"={command.number}"), *thinking]

    def _show(self, job: Think, result: SearchResult) -> list[Action]:
        return [Reply(info_line(self._game, result))]

    def _finish(self, job: Think, result: Result) -> list[Action]:
        if isinstance(result, SearchResult) and not job.situation.position.is_legal(result.move):
            raise ProtocolError("the search proposed an illegal move")
        if job.purpose == "analysis":
            self._streaming = False
            last = [Reply(info_line(self._game, result))] if isinstance(result, SearchResult) else []
            return [*last, Reply("")]
        answer = "resign"
        if isinstance(result, SearchResult):
            answer = format_vertex(self._game, result.move)
            if self._running.name != "reg_genmove":
                self._step(job.situation.play(result.move))
        elif self._running.name != "reg_genmove":
            self._resigned = job.situation.turn
        if self._streaming:
            self._streaming = False
            return [Reply(f"play {answer}"), Reply("")]
        return self._reply("=", self._running.number, answer)

    # Time

    def _time_settings(self, command: Command) -> str:
        main, period = decimal(self._argument(command, 0)), decimal(self._argument(command, 1))
        stones = integer(self._argument(command, 2))
        if main is None or period is None or stones is None or min(main, period, stones) < 0:
            raise ProtocolError("time_settings needs main time, byo yomi time and stones")
        self._time = GtpTime.settings(main, period, stones)
        return ""

    def _time_left(self, command: Command) -> str:
        seconds, stones = decimal(self._argument(command, 1)), integer(self._argument(command, 2))
        if seconds is None or stones is None or stones < 0:
            raise ProtocolError("time_left needs color, seconds and stones")
        self._time = self._time.told(self._colour(command), seconds, stones)
        return ""

    # What there is to see

    def _showboard(self, command: Command) -> str:
        return "\n" + draw_text(self._situation.cells, vertices(self._game.size))

    def _rules_board(self, command: Command) -> str:
        cells, size = self._situation.cells.upper(), self._game.size
        return "\n".join(" ".join(cells[row : row + size]) for row in range(0, size * size, size))

    def _legal_moves(self, command: Command) -> str:
        return " ".join(format_vertex(self._game, move) for move in self._situation.position.moves())

    def _winner(self) -> tuple[int | None, int]:
        """Who has won and by how much (1 where the game does not count)."""
        outcome = self._situation.position.outcome
        if outcome is not None:
            return outcome.winner, 1 if outcome.score is None else abs(outcome.score)
        if self._resigned is not None:
            return 1 - self._resigned, 1
        raise ProtocolError("cannot score: the game is not over")

    def _final_score(self, command: Command) -> str:
        winner, points = self._winner()
        return "0" if winner is None else f"{'BW'[winner]}+{points}"

    def _final_result(self, command: Command) -> str:
        try:
            winner, points = self._winner()
        except ProtocolError:
            return ""
        if winner is None:
            return "Draw"
        ended = self._situation.position.outcome
        counts = ended is not None and ended.score is not None
        return f"{COLOURS[winner].capitalize()} wins" + (f" by {points}" if counts else "")
