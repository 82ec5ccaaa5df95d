"""What a new game can be made of: games, options, opponents, clocks, with labels in every language."""

from __future__ import annotations

from boyi import __version__
from boyi.core.game import Game
from boyi.core.language import languages
from boyi.core.message import Message
from boyi.core.option import Option
from boyi.core.reasons import side_label
from boyi.core.registry import game_class, game_names, make_game
from boyi.engines.classics import classics_of
from boyi.formats import written_formats
from boyi.server.access import Access
from boyi.server.bodies import Catalog, CatalogGame, Classic, EngineView, LevelView, OptionView, SampleView
from boyi.server.serializers import board_shape, position_view
from boyi.server.views import Languages
from boyi.store.engines import RegisteredEngine

CLOCKS = ["none", "10/move", "30/move", "60/move", "60", "180+2", "300", "300+5", "600+5", "300+3x30", "1800"]


def make_catalog(
    access: Access, token: str, engines: list[RegisteredEngine], protection: Languages
) -> Catalog:
    """Everything the page offers."""
    return Catalog(
        version=__version__,
        games=[_game(make_game(name)) for name in game_names() if game_class(name).is_listed],
        levels=[
            LevelView(
                level=level, spec=f"level:{level}", label=languages(Message("Level {level}", level=level))
            )
            for level in range(1, 11)
        ],
        engines=[EngineView(name=engine.name, game=engine.game) for engine in engines],
        clocks=CLOCKS,
        lan=access.lan,
        address=access.address if access.lan else "",
        can_open=access.can_open,
        owner=access.is_owner(token),
        needs_token=access.lan,
        locked=access.locked,
        protection=protection,
        ladder=access.settings.class_file is not None,
        tournament=access.settings.tournament is not None,
    )


def _game(game: Game) -> CatalogGame:
    return CatalogGame(
        name=game.name,
        title=_words(game.title),
        about=_words(game.about),
        sample=_sample(type(game)),
        options=[_option(option) for option in game.options],
        players=[languages(side_label(name)) for name in game.players],
        classics=[
            Classic(spec=f"classic:{name}", label=_capitalised(languages(kind.help)))
            for name, kind in classics_of(type(game)).items()
        ],
        formats=[known.extensions[0].removeprefix(".") for known in written_formats(game.name)],
        board=board_shape(game),
    )


def _sample(game: type[Game]) -> SampleView:
    record = game.sample.record(game)
    shown = position_view(record)
    return SampleView(
        board=board_shape(record.game), cells=shown.cells, drawing=shown.drawing, last=shown.last
    )


def _words(message: Message | None) -> Languages:
    return languages(message or Message(""))


def _capitalised(texts: Languages) -> Languages:
    """A line of help as the words on a form."""
    return {language: text[:1].upper() + text[1:] for language, text in texts.items()}


def _option(option: Option) -> OptionView:
    return OptionView(
        name=option.name,
        default=option.default,
        choices=list(option.choices),
        label=_capitalised(_words(option.help)) if option.label is None else _words(option.label),
        labels={choice: _words(label) for choice, label in option.labels.items()},
    )
