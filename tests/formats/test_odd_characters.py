"""Characters that Python takes for digits or white space, and files do not mean so."""

from __future__ import annotations

import pytest

import boyi
from boyi import formats
from tests.effort import some
from tests.formats.test_hostile import SEEDS, outcome_of

ODD = ["\x1f", "\x1c", "\x85", "\xa0", "\u2003", "\u2028", "²", "٣", "３", "_", "\x00", "\ufeff", "−", "Ⅷ"]


@pytest.mark.parametrize("character", ODD, ids=ascii)
@pytest.mark.parametrize("text", SEEDS, ids=lambda text: text[:12])
def test_an_odd_character_anywhere_is_a_record_or_a_sentence(text: str, character: str) -> None:
    length = len(text) + 1
    for place in range(0, length, length // some(length)):
        outcome_of(text[:place] + character + text[place:])


@pytest.mark.parametrize("line", ["1\x1f1,11,0", "11\x1f,11,0", "11,11,\x1f0", "11,11\x1c,0"])
def test_a_control_character_in_a_psq_move_is_said(line: str) -> None:
    text = f"Piskvorky 20x20, 11:11, 0\n10,10,0\n{line}\none\ntwo\n"
    with pytest.raises(formats.BadFile, match=r"line 3 has the control character U\+001[FC]"):
        formats.read(text)
    assert formats.read(text, lenient=True).plies >= 1


def test_a_name_with_control_characters_is_written_so_that_it_can_be_read() -> None:
    record = boyi.GameRecord(boyi.game("gomoku"), headers={"black": "a\x01b\x1fc"})
    assert formats.read(formats.write(record, "psq")).headers["black"] == "a b c"
