"""What the terminal game and ``boyi match`` say: templates by key; a language makes text of them."""

from __future__ import annotations

from collections.abc import Mapping

from boyi.core.game import Game
from boyi.core.language import Language
from boyi.core.message import Message, Template
from boyi.core.reasons import reason_label, side_label

TEXTS: Mapping[str, Template] = {
    "you": Template("you"),
    "person": Template("player"),
    "seat": Template("{side}: {player}"),
    "seeded": Template("{player}, seed {seed}"),
    "to_move": Template("{side} to move"),
    "intro": Template("Type a move such as {example}, or help."),
    "moves_title": Template("Moves"),
    "thinking": Template("{player} is thinking…"),
    "played": Template("{side} ({player}) plays {move}"),
    "played_so": Template("{played} ({notes})"),
    "win_rate": Template("win rate {percent}"),
    "playouts": Template("{count} playouts"),
    "forced_pass": Template("{side} has no move and passes."),
    "legal": Template("Legal moves ({count}):"),
    "hint": Template("Hint: {moves}"),
    "hint_move": Template("{move} ({percent})"),
    "nothing_to_undo": Template("There is nothing to take back."),
    "undone": Template("Taken back: {moves}"),
    "resigned_undone": Template("The resignation is taken back."),
    "new": Template("A new game."),
    "won": Template("{side} ({player}) wins: {reason}."),
    "drawn": Template("A draw: {reason}."),
    "lead": Template("{reason} (+{lead})"),
    "another": Template("Another game? Type new, undo or quit."),
    "resumable": Template("The game is saved; resume it with: boyi play --resume"),
    "unsaved": Template("This game is not kept any more: {reason}"),
    "bye": Template("Goodbye."),
    "prompt": Template("{side}> "),
    "prompt_over": Template("game over> "),
    "help_move": Template("{example}    play a move"),
    "help_undo": Template("undo      take your last move back"),
    "help_hint": Template("hint      show good moves"),
    "help_moves": Template("moves     list the legal moves"),
    "help_board": Template("board     draw the board again"),
    "help_new": Template("new       start a new game"),
    "help_resign": Template("resign    give the game up"),
    "help_help": Template("help      this list"),
    "help_quit": Template("quit      leave (Ctrl-D too)"),
    "match_title": Template("A: {a}   B: {b}   {game}"),
    "match_game": Template("Game {number}: {player} ({side}) wins: {reason}, {plies} plies"),
    "match_draw": Template("Game {number}: a draw: {reason}, {plies} plies"),
    "match_detail": Template("{line}. {detail}"),
    "match_games": Template("Games"),
    "match_of": Template("{played} of {games}"),
    "match_wdl": Template("A's wins, draws, losses"),
    "match_score": Template("A's score"),
    "match_elo": Template("Elo difference (95%)"),
    "match_los": Template("A is the stronger"),
    "match_pairs": Template("Pairs with 0 ½ 1 1½ 2 points"),
    "match_wins": Template("A wins"),
    "match_draws": Template("Draws"),
    "match_losses": Template("B wins"),
    "match_fault": Template("{player}'s last fault"),
    "match_time": Template("Seconds a move"),
    "match_sprt": Template("Test {elo0:g} against {elo1:g} nElo"),
    "match_nelo": Template("Normalised Elo (nElo, 95%)"),
    "match_llr": Template("LLR {llr:.2f} (ends at {low:.2f} and {high:.2f})"),
    "match_seed": Template("Seed"),
    "match_better": Template("The test has ended: A is better by more than {elo0:g} normalised Elo."),
    "match_not better": Template("The test has ended: A is not better by {elo1:g} normalised Elo."),
    "match_open": Template("All games are played; the test has not come to an end."),
    "match_unsaved": Template("Nothing was saved: --out DIR keeps the games."),
    "match_saved": Template("Games: {folder}"),
    "match_protection": Template("Protection of the programs: {text}"),
    "match_uncounted": Template("--nodes does not limit {name}, which counts none."),
}

COMMANDS: Mapping[str, tuple[str, ...]] = {
    "undo": ("undo", "u", "悔棋"),
    "hint": ("hint", "h", "提示"),
    "moves": ("moves", "m", "着法"),
    "board": ("board", "b", "棋盘"),
    "new": ("new", "新局"),
    "resign": ("resign", "认输"),
    "help": ("help", "?", "帮助"),
    "quit": ("quit", "q", "exit", "退出"),
}
"""What can be typed for each command; both languages always work."""


class Words:
    """The texts in one language."""

    def __init__(self, language: Language, texts: Mapping[str, Template] = TEXTS) -> None:
        self.language = language
        self._texts = texts

    def __call__(self, key: str, **values: object) -> str:
        """The text with this key, filled in."""
        return self.language(self.message(key, **values))

    def message(self, key: str, **values: object) -> Message:
        """The same, still to be translated."""
        return self._texts[key](**values)

    def side(self, name: str) -> str:
        """The name of a side; a game with names of its own keeps them."""
        return self.language(side_label(name))

    def reason(self, reason: str, drawn: bool = False) -> str:
        """Why a game ended."""
        return self.language(reason_label(reason, drawn))

    def sentence(self, said: object) -> str:
        """What an error or a message says."""
        return self.language(said)


def find_command(text: str) -> str | None:
    """The command that was typed, if it was one."""
    typed = text.strip().lower()
    return next((name for name, spellings in COMMANDS.items() if typed in spellings), None)


def heading(game: Game) -> str:
    """A game, its settings and its back end, over what a command prints about it.

    >>> import boyi
    >>> heading(boyi.game("gomoku", rule="renju", backend="python"))
    'gomoku 15x15 renju (python)'
    """
    return " ".join([game.name, *settings_of(game), f"({game.backend})"])


def settings_of(game: Game) -> list[str]:
    """What makes this game different from others of its name: size, rule, and what is not usual."""
    words = []
    for option in game.options:
        value = game.settings[option.name]
        if option.name == "size":
            words.append(f"{value}x{value}")
        elif option.name == "rule":
            words.append(str(value))
        elif value != option.default:
            words.append(f"{option.name}={value}")
    return words
