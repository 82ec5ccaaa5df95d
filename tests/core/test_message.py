"""Messages: English by themselves, other languages by their catalogue, data on the way."""

from __future__ import annotations

import json
import pickle

import pytest

import boyi
from boyi.core.errors import BoyiError, IllegalMove, did_you_mean
from boyi.core.language import ENGLISH, add_translations, find_language, language, language_codes
from boyi.core.message import Message, Template, Term, alternatives, listing
from boyi.core.outcome import Outcome
from boyi.core.reasons import outcome_sentence, reason_label, reason_words, side_label
from tests.chinese import CHINESE, chinese_sentence


def test_english_is_the_template_with_its_values() -> None:
    assert str(Message("{cell} is taken.", cell="h8")) == "h8 is taken."
    assert str(Message("after {seconds:.1f} s", seconds=2)) == "after 2.0 s"


def test_text_without_values_keeps_its_braces() -> None:
    assert str(BoyiError("A plain sentence {with} braces.")) == "A plain sentence {with} braces."
    assert CHINESE(Message("never translated {x}")) == "never translated {x}"


def test_values_are_never_templates() -> None:
    message = Message("{cell} is taken.", cell="{cell} {0} {missing!r}")
    assert str(message) == "{cell} {0} {missing!r} is taken."
    assert CHINESE(message) == "{cell} {0} {missing!r} 已有棋子。"


def test_messages_within_messages_are_translated_too() -> None:
    with pytest.raises(BoyiError) as error:
        boyi.game("othello", size=5)
    assert CHINESE(error.value) == "棋盘大小不接受 '5'：请选 4、6、8 或 10。"
    outer = Message("{message} Did you mean {name}?", message=error.value, name="six")
    assert CHINESE(outer) == "棋盘大小不接受 '5'：请选 4、6、8 或 10。是否指 six？"


def test_spaces_go_only_between_chinese_characters() -> None:
    said = Message("{move} is not a move number of {game}.", move="'中 文'", game=Term("nogo"))
    assert CHINESE(said) == "'中 文' 不是不围棋的着法编号。"
    assert CHINESE(Message(said.template, move="7", game="Hex")) == "7 不是 Hex 的着法编号。"


def test_an_error_carries_its_message_through_pickle() -> None:
    with pytest.raises(IllegalMove) as error:
        boyi.game("othello").start().play(0)
    again = pickle.loads(pickle.dumps(error.value))
    assert type(again) is IllegalMove
    assert (again.message, str(again), CHINESE(again)) == (
        error.value.message,
        "a1 turns no disc over.",
        "a1 不能翻转任何棋子。",
    )


def test_a_message_is_data() -> None:
    inner = Message("{cell} is taken.", cell="h8")
    message = Message("{a}, {b}, {c:g}, {d}", a=inner, b=Term("nogo"), c=0.5, d=None)
    again = Message.from_data(json.loads(json.dumps(message.to_data())))
    assert str(again) == str(message) == "h8 is taken., nogo, 0.5, None"
    assert CHINESE(again) == "h8 已有棋子。, 不围棋, 0.5, None"
    assert {message: 1}[message] == 1


def test_lists_and_choices() -> None:
    assert str(listing(["a"])) == str(alternatives(["a"])) == "a"
    assert str(listing(["a", "b", "c"])) == "a, b, c"
    assert str(alternatives([1, Message("{low} to {high}", low=2, high=3)])) == "1 or 2 to 3"
    assert CHINESE(alternatives([1, 2, 3])) == "1、2 或 3"


def test_hints() -> None:
    message = Message("There is no game {name}: choose {offered}.", name="'x'", offered="y")
    assert did_you_mean(message, "zzz", ["gomoku"]) is message
    assert str(did_you_mean(message, "gomku", ["gomoku"])).endswith("choose y. Did you mean gomoku?")


def test_templates_wait_for_their_values() -> None:
    assert Template("{loser} resigned")(loser="Black") == Message("{loser} resigned", loser="Black")


def test_plug_ins_bring_their_own_translations() -> None:
    message = Message("The {thing} of a plug-in.", thing=Term("plug-in's word"))
    assert CHINESE(message) == "The plug-in's word of a plug-in."
    add_translations({"zh_CN": {message.template: "插件的{thing}。", "plug-in's word": "词"}})
    assert CHINESE(message) == "插件的词。"
    assert str(message) == "The plug-in's word of a plug-in."


def test_a_game_registers_its_translations() -> None:
    from examples.tiny_game import Countdown

    boyi.register_game("countdown", Countdown)
    try:
        game = boyi.game("countdown")
        assert (str(game.title), CHINESE(game.title)) == ("Countdown", "倒数")
    finally:
        from boyi.core.registry import unregister_game

        unregister_game("countdown")


def test_ends_are_whole_sentences() -> None:
    for word in reason_words():
        for winner in (0, 1, None):
            said = outcome_sentence(Outcome(winner, word), ("black", "white"))
            assert str(said).endswith(".")
            chinese_sentence(said)
    assert str(reason_label("took the last")) == "took the last"
    assert str(side_label("red")) == "Red"
    assert (
        CHINESE(outcome_sentence(Outcome(0, "discs", 12), ("black", "white"))) == "黑方胜：子数较多（+12）。"
    )


# Which language


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ("en", "en"), ("zh", "zh_CN"), ("zh_CN", "zh_CN"), ("zh-cn", "zh_CN"), ("zh_TW.UTF-8", "zh_CN"),
        ("en_GB", "en"), ("zh@pinyin", "zh_CN"),
    ],
)  # fmt: skip
def test_languages_are_found_by_what_people_write(wanted: str, code: str) -> None:
    assert find_language(wanted).code == code


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(BoyiError, match="There is no language 'tlh': choose en or zh"):
        find_language("tlh")


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh_CN"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "zh_SG"}, "zh_CN"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:zh:en"}, "zh_CN"),
        ({"LANG": "zh_CN.UTF-8", "LANGUAGE": "en:zh"}, "en"),
    ],
)
def test_the_environment_says_which_language(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], code: str
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert find_language().code == code


def test_english_needs_no_catalogue() -> None:
    assert language("en") is ENGLISH
    assert language_codes() == ("en", "zh_CN")
