"""What is written is read back, for every format and every game it holds."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boyi
from boyi import formats
from boyi.core.record import ROOT
from boyi.formats.boyi_json import read_json, write_json
from boyi.formats.dat import read_dat, write_dat
from boyi.formats.ggf import write_ggf
from boyi.formats.psq import read_psq, write_psq
from boyi.formats.sgf.codec import read_all_sgf, read_sgf, write_all_sgf, write_sgf
from boyi.formats.transcript import read_transcript, write_transcript
from tests.effort import some
from tests.formats.records import content, lines, seconds, texts, trees

FOUR = ("gomoku", "othello", "loa", "nogo")
quick = settings(max_examples=some(60))


@quick
@given(trees(*FOUR))
def test_sgf_holds_everything(record: boyi.GameRecord) -> None:
    text = write_sgf(record)
    assert content(read_sgf(text)) == content(record)
    assert content(read_sgf(text.encode())) == content(record)
    assert write_sgf(read_sgf(text)) == text


@quick
@given(st.lists(trees(*FOUR), min_size=1, max_size=3))
def test_sgf_collections_hold_every_game(records: list[boyi.GameRecord]) -> None:
    read = list(read_all_sgf(write_all_sgf(records)))
    assert [content(record) for record in read] == [content(record) for record in records]
    assert content(formats.read(write_all_sgf(records))) == content(records[0])


@quick
@given(trees(*FOUR, "tictactoe", "coin2x2"))
def test_json_holds_everything(record: boyi.GameRecord) -> None:
    read = read_json(write_json(record))
    assert read.to_data() == record.to_data()
    assert formats.detect(write_json(record)) == "json"


@quick
@given(
    lines("othello", setups=True),
    st.lists(st.tuples(seconds, st.integers(-6400, 6400)), max_size=9),
    texts,
    st.data(),
)
def test_ggf_holds_the_main_line(
    record: boyi.GameRecord, said: list[tuple[float | None, int]], name: str, data: st.DataObject
) -> None:
    for place, (spent, points) in zip(record.main_line()[1:], said, strict=False):
        record.nodes[place].spent = spent
        record.nodes[place].properties["V"] = [f"{points / 100:g}"]
    record.headers |= {"black": name, "time": "900", "place": "here"}
    record.nodes[ROOT].properties["KM"] = ["3"]
    record.nodes[ROOT].properties["TY"] = [f"{record.game.settings['size']}r18"]
    record.result = data.draw(
        st.sampled_from(
            [
                None,
                boyi.Outcome(0, "resigned"),
                boyi.Outcome(1, "time out"),
                boyi.Outcome(1, "crashed"),
                boyi.Outcome(0, "discs", 12),
            ]
        )
    )
    text = write_ggf(record)
    assert formats.detect(text) == "ggf"
    read, kept = content(formats.read(text)), content(record)
    read["options"].pop("limits"), kept["options"].pop("limits")  # not a matter of the file
    assert read == kept


@quick
@given(lines("gomoku"), st.lists(st.integers(1, 10**7), max_size=9), st.sampled_from([None, 0, 1]))
def test_psq_holds_moves_times_names_and_winner(
    record: boyi.GameRecord, times: list[int], winner: int | None
) -> None:
    for place, milliseconds in zip(record.main_line()[1:], times, strict=False):
        record.nodes[place].spent = milliseconds / 1000
    record.headers |= {"black": "一号.zip", "white": "pbrain-two.exe"}
    if winner is not None:
        record.result = boyi.Outcome(winner, "as recorded")
    text = write_psq(record)
    assert formats.detect(text) == "psq"
    read, kept = content(read_psq(text.replace("\n", "\r\n"))), content(record)
    read["options"].pop("opening"), kept["options"].pop("opening")
    assert read == kept


@quick
@given(lines("nogo"), st.sampled_from(["black", "white"]), st.sampled_from([None, "resigned", "time out"]))
def test_dat_holds_moves_sides_and_the_end(record: boyi.GameRecord, role: str, reason: str | None) -> None:
    record.headers |= {"role": role, "mode": "client"}
    if reason is not None:
        record.result = boyi.Outcome(1 - record.position.turn, reason)
    text = write_dat(record)
    assert formats.detect(text) == "dat"
    assert content(read_dat(text, size=int(record.game.settings["size"]))) == content(record)


@quick
@given(lines(*FOUR, "tictactoe", "coin2x2", setups=True))
def test_move_lists_hold_the_game_and_the_moves(record: boyi.GameRecord) -> None:
    text = write_transcript(record)
    read = formats.read(text)
    assert formats.detect(text) == "moves"
    assert (read.game, read.start, read.moves) == (record.game, record.start, record.moves)
    bare = write_transcript(record, heading=False)
    if record.start == record.game.start():
        assert read_transcript(bare, game=record.game).moves == record.moves
        numbered = " ".join(f"{n}. {word}," for n, word in enumerate(record.text().split(), 1))
        assert read_transcript(numbered, game=record.game).moves == record.moves


@pytest.mark.parametrize("name", [entry.name for entry in formats.FORMATS.values() if entry.can_write])
@given(seed=trees(*FOUR, "tictactoe"))
@settings(max_examples=15)
def test_a_format_writes_or_says_why_not(name: str, seed: boyi.GameRecord) -> None:
    chosen = formats.FORMATS[name]
    from_start = seed.start == seed.game.start() or name in ("sgf", "ggf", "json", "moves")
    if from_start and (not chosen.games or seed.game.name in chosen.games):
        # .dat does not say the board's size, so the game is given as it would be on the command line.
        assert formats.read(formats.write(seed, name), game=seed.game).moves == seed.moves
    else:
        with pytest.raises(formats.CannotWrite, match=r"hold.*\."):
            formats.write(seed, name)
