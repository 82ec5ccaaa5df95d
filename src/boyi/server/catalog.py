"""What a new game can be made of: games, options, opponents, clocks, with labels in both languages."""

from __future__ import annotations

from typing import cast

from boyi import __version__
from boyi.core.game import Game
from boyi.core.option import Option
from boyi.core.registry import make_game
from boyi.core.sentences import both, side_names
from boyi.players.spec import Kind, player_kinds
from boyi.server.bodies import Catalog, CatalogGame, Classic, EngineView, LevelView, OptionView
from boyi.server.settings import Settings
from boyi.server.showing import board_shape, languages
from boyi.server.specs import CLASSICS
from boyi.server.views import Languages
from boyi.store.engines import RegisteredEngine

GAMES = ("gomoku", "othello", "loa", "nogo")
CLOCKS = ["none", "10/move", "30/move", "60/move", "60", "180+2", "300", "300+5", "600+5", "300+3x30", "1800"]
OPTION_LABELS: dict[str, tuple[str, str]] = {
    "size": ("Board size", "棋盘大小"),
    "rule": ("Rule", "规则"),
    "opening": ("Opening", "开局"),
    "both": ("Both connected", "同时相连"),
    "limits": ("Match limits", "比赛限制"),
}
VALUE_LABELS: dict[tuple[str, str, str], tuple[str, str]] = {
    ("gomoku", "rule", "freestyle"): ("Freestyle: five or more win", "无禁手：五子及以上胜"),
    ("gomoku", "rule", "standard"): ("Standard: exactly five win", "标准：恰好五子胜"),
    ("gomoku", "rule", "renju"): ("Renju: black has forbidden points", "连珠：黑方有禁手"),
    ("gomoku", "rule", "caro"): ("Caro: a five closed at both ends does not win", "两头堵的五连不算胜"),
    ("gomoku", "opening", "none"): ("Free", "自由"),
    ("gomoku", "opening", "swap2"): ("Swap2", "Swap2 交换"),
    ("othello", "limits", "none"): ("None", "无"),
    ("othello", "limits", "mo"): ("As on the course platform (Mo)", "课程平台（Mo）的限制"),
    ("loa", "rule", "standard"): ("One piece left wins for its side", "只剩一子者胜"),
    ("loa", "rule", "capture"): ("One piece left loses", "只剩一子者负"),
    ("loa", "both", "mover"): ("The mover wins", "走子方胜"),
    ("loa", "both", "draw"): ("A draw", "和棋"),
}


def make_catalog(settings: Settings, engines: list[RegisteredEngine], protection: Languages) -> Catalog:
    """Everything the page offers."""
    return Catalog(
        version=__version__,
        games=[_game(make_game(name)) for name in GAMES],
        levels=[
            LevelView(level=level, spec=f"level:{level}", label={"en": f"Level {level}", "zh": f"{level} 级"})
            for level in range(1, 11)
        ],
        engines=[EngineView(name=engine.name, game=engine.game) for engine in engines],
        clocks=CLOCKS,
        lan=settings.lan,
        address=settings.address if settings.lan else "",
        needs_token=settings.lan,
        locked=settings.locked,
        protection=protection,
    )


def _game(game: Game) -> CatalogGame:
    kinds = player_kinds()
    return CatalogGame(
        name=game.name,
        title=cast(Languages, both(game.title)),
        options=[_option(game.name, option) for option in game.options],
        players=[languages(side_names(name)) for name in game.players],
        classics=[
            Classic(
                spec=f"classic:{name}",
                label=_classic_label(kinds[f"classic:{name}"]),
            )
            for name in CLASSICS[game.name]
        ],
        board=board_shape(game),
    )


def _classic_label(kind: Kind) -> Languages:
    return languages((kind.help[0].upper() + kind.help[1:], kind.help_zh))


def _option(game: str, option: Option) -> OptionView:
    labels = {
        str(choice): languages(VALUE_LABELS[game, option.name, str(choice)])
        for choice in option.choices
        if (game, option.name, str(choice)) in VALUE_LABELS
    }
    label = OPTION_LABELS.get(option.name)
    return OptionView(
        name=option.name,
        default=option.default,
        choices=list(option.choices),
        label=languages(label) if label else cast(Languages, both(option.help or "")),
        labels=labels,
    )
