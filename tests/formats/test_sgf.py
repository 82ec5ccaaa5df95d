"""SGF: what the standard says, what programs do with it, and what each of our games needs."""

from __future__ import annotations

import pytest

import boyi
from boyi import formats
from boyi.formats.encoding import decode
from boyi.formats.sgf.codec import read_all_sgf, read_sgf, write_sgf
from boyi.formats.sgf.tree import escape, read_trees, split_pair, unescape, write_tree


def nodes_of(text: str) -> list[dict[str, list[str]]]:
    (tree,) = read_trees(text)
    return [node.properties for node in tree.nodes]


# The tree


def test_the_tree_of_the_standard() -> None:
    """The standard's own example of a tree: a root, two branches, branches in them."""
    text = "(;FF[4]C[root](;C[a];C[b](;C[c])(;C[d];C[e]))(;C[f](;C[g];C[h];C[i])(;C[j])))"
    (tree,) = read_trees(text)
    assert [node.text("C") for node in tree.nodes] == ["root", *"abcdefghij"]
    assert [node.children for node in tree.nodes[:4]] == [[1, 6], [2], [3, 4], []]
    assert "".join(write_tree(tree).split()) == text


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        (" (\r\n ; FF [4]\tGM[4] ; B [hh] ) ", [{"FF": ["4"], "GM": ["4"]}, {"B": ["hh"]}]),
        ("(;Black[aa];White[bb])", [{"B": ["aa"]}, {"W": ["bb"]}]),
        ("(;GaMe[4]SiZe[15])", [{"GM": ["4"], "SZ": ["15"]}]),
        ("(;b[aa];w[bb])", [{"B": ["aa"]}, {"W": ["bb"]}]),
        ("(GM[4];B[aa])", [{"GM": ["4"]}, {"B": ["aa"]}]),
        ("(;GM[4];B[aa]W[bb]B[cc])", [{"GM": ["4"]}, {"B": ["aa"]}, {"W": ["bb"]}, {"B": ["cc"]}]),
        ("(;AB[aa] [bb]\n[cc]AB[dd])", [{"AB": ["aa", "bb", "cc", "dd"]}]),
        ("Mail header: x\n\n(;GM[4])", [{"GM": ["4"]}]),
        ("(;GM[4];)", [{"GM": ["4"]}, {}]),
        ("(;C[(;B[aa\\])])", [{"C": ["(;B[aa\\])"]}]),
    ],
)
def test_the_tree_reader_is_tolerant(text: str, nodes: list[dict[str, list[str]]]) -> None:
    assert nodes_of(text) == nodes


def test_a_branch_without_its_semicolon_is_a_branch() -> None:
    (tree,) = read_trees("(;GM[4](B[aa];W[bb])(B[cc]))")
    assert tree.root.children == [1, 3]


def test_text_and_its_escapes() -> None:
    assert unescape("soft\\\nbreak, hard\r\nbreak, \\]\\\\\\:") == "softbreak, hard\nbreak, ]\\:"
    assert escape("a]b\\c:") == "a\\]b\\\\c:"
    assert split_pair("a\\:b:c:d") == ("a:b", "c:d")
    assert split_pair("no colon") is None


def test_encodings() -> None:
    text = "(;GM[4]CA[{}]PB[柯洁])"
    for charset in ("GB2312", "gbk", "GB18030", "Big5", "Shift_JIS", "UTF-8"):
        name = "柯洁" if charset not in ("Big5", "Shift_JIS") else "古力"
        data = text.format(charset).replace("柯洁", name).encode(charset)
        assert read_sgf(data).headers["black"] == name
    assert read_sgf("\ufeff(;GM[4]PB[柯洁])".encode()).headers["black"] == "柯洁"
    assert read_sgf("\ufeff(;GM[4]PB[柯洁])".encode("utf-16-le")).headers["black"] == "柯洁"
    assert read_sgf("(;GM[4]PB[René])".encode("latin-1")).headers["black"] == "René"
    assert read_sgf("(;GM[4]CA[gbk]PB[柯洁])".encode()).headers["black"] == "柯洁"  # it says gbk and is not
    assert decode(b"(;CA[idna]PB[\xff])") == "(;CA[idna]PB[ÿ])"  # not a character set


# The games


@pytest.mark.parametrize(
    ("text", "game", "moves"),
    [
        ("(;GM[4];B[hh];W[aa];B[oo])", boyi.game("gomoku"), "h8 a15 o1"),
        ("(;GM[4]SZ[20]RU[Standard];B[aa])", boyi.game("gomoku", size=20, rule="standard"), "a20"),
        ("(;GM[4]SZ[28];B[AB])", boyi.game("gomoku", size=28), "aa1"),
        ("(;GM[4]RU[Renju];B[h8];W[i9])", boyi.game("gomoku", rule="renju"), "h8 i9"),
        ("(;GM[2];B[f5];W[D6];B[cc])", boyi.game("othello"), "f5 d6 c3"),
        ("(;GM[Othello]SZ[6];B[c2])", boyi.game("othello", size=6), "c2"),
        ("(;GM[9];B[b1-b3];W[A2:C2++];B[b8b6!])", boyi.game("loa"), "b1-b3 a2-c2 b8-b6"),
        ("(;GM[9]RU[capture]BYOP[both:draw])", boyi.game("loa", rule="capture", both="draw"), ""),
        ("(;GM[1]RU[NoGo]SZ[9];B[ee];W[aa])", boyi.game("nogo"), "E5 A9"),
        ("(;GM[1]RU[no-go]SZ[19];B[is])", boyi.game("nogo", size=19), "J1"),
    ],
)
def test_games_sizes_rules_and_moves(text: str, game: boyi.Game, moves: str) -> None:
    record = read_sgf(text)
    assert record.game == game
    assert record.text() == moves


def test_the_caller_helps_where_the_file_is_silent() -> None:
    assert read_sgf("(;;B[ee])", game="nogo").game == boyi.game("nogo")
    assert read_sgf("(;GM[1]SZ[9];B[ee])", game="nogo").text() == "E5"
    assert read_sgf("(;B[hh])", game="gomoku", size=20).game == boyi.game("gomoku", size=20)
    assert read_sgf("(;GM[4]SZ[15];B[hh])", size=20).game == boyi.game("gomoku")
    renju = boyi.game("gomoku", rule="renju")
    assert read_sgf("(;GM[4];B[hh])", game=renju).game == renju
    with pytest.raises(formats.BadFile, match="of gomoku, not of othello"):
        read_sgf("(;GM[4];B[hh])", game="othello")


def test_passes_are_written_empty_and_filled_in_where_they_are_left_out() -> None:
    start = "(;GM[2]SZ[4]AB[a1][b1]AW[c1]PL[W]"
    record = read_sgf(start + ";W[];B[d1])")
    assert record.text() == "pass d1"
    assert read_sgf(start + ";B[d1])").text() == "pass d1"
    assert read_sgf(start + ";W[];B[d1];W[];B[])").text() == "pass d1"
    assert ";W[];B[d1]" in write_sgf(record)


def test_set_ups() -> None:
    record = read_sgf("(;GM[4]SZ[15]AB[hh][hi]AW[ii:jj];AE[jj]AB[aa]PL[W];W[bb])")
    assert record.game.format_position(record.start) == "x14/15/15/15/15/15/15/7x7/7xoo5/8o6/15/15/15/15/15 o"
    assert record.text() == "b14"
    othello = read_sgf("(;GM[2]AB[d5][e4]AW[d4][e5];B[f5])")
    assert othello.start == othello.game.start()
    assert "AB" not in write_sgf(othello)
    changed = read_sgf("(;GM[2]AE[d4];W[e3])")
    assert changed.game.format_position(changed.start) == "8/8/8/4x3/3xo3/8/8/8 o"
    assert read_sgf("(;GM[4];W[hh])").start.turn == 1


@pytest.mark.parametrize(
    ("value", "outcome"),
    [
        ("B+R", boyi.Outcome(0, "resigned")),
        ("W+Resign", boyi.Outcome(1, "resigned")),
        ("W+T", boyi.Outcome(1, "time out")),
        ("B+Time", boyi.Outcome(0, "time out")),
        ("B+F", boyi.Outcome(0, "forfeit")),
        ("B+12", boyi.Outcome(0, "discs", 12)),
        ("W+4.0", boyi.Outcome(1, "discs", -4)),
        ("W+", boyi.Outcome(1, "as recorded")),
        ("0", boyi.Outcome(None, "draw")),
        ("Draw", boyi.Outcome(None, "draw")),
        ("Void", None),
        ("?", None),
        ("who knows", None),
    ],
)
def test_results_both_ways(value: str, outcome: boyi.Outcome | None) -> None:
    record = read_sgf(f"(;GM[2]RE[{value}];B[f5])")
    assert record.result == outcome
    again = read_sgf(write_sgf(record))
    assert again.result == outcome
    if value in ("Void", "who knows"):
        assert f"RE[{value}]" in write_sgf(again)


def test_the_board_knows_best_but_the_file_is_not_changed() -> None:
    five = "(;GM[4]RE[{}];B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae])"
    for said in ("B+", "W+R", "?"):
        record = read_sgf(five.format(said))
        assert record.outcome == boyi.Outcome(0, "five")
        assert record.result is None
    assert "RE[W+R]" in write_sgf(read_sgf(five.format("W+R")))
    assert "RE[B+]" in write_sgf(read_sgf(five.format("?")))


def test_resigning_by_a_move() -> None:
    record = read_sgf("(;GM[9];B[b1-b3];W[resign]C[enough])")
    assert record.result == boyi.Outcome(0, "resigned")
    assert record.nodes[1].comment == "enough"
    aside = read_sgf("(;GM[9];B[b1-b3](;W[a2-c2])(;W[resign]))")
    assert aside.result is None
    assert aside.nodes[1].comment == "W[resign]"
    assert read_sgf("(;GM[9];B[b1-b3];W[acceptdraw])").result == boyi.Outcome(None, "agreed")


def test_what_is_said_about_moves() -> None:
    record = read_sgf(
        "(;GM[2]C[start]PB[甲]DT[2026-11-15]TM[900];B[f5]BL[899.5]WL[900]SBKV[53.25]C[good\\]]BYTS[0.5]TE[1];C[more];W[d6]WL[7])"
    )
    first, second = record.nodes[1], record.nodes[2]
    assert (first.clock, first.spent, first.evaluation) == (899.5, 0.5, 0.5325)
    assert first.comment == "good]\nmore"
    assert first.properties == {"WL": ["900"], "TE": ["1"]}
    assert second.clock == 7
    assert record.headers == {"black": "甲", "date": "2026-11-15", "time": "900"}
    written = write_sgf(record)
    for part in ("BL[899.5]", "WL[900]", "SBKV[53.25]", "TE[1]", "PB[甲]", "DT[2026-11-15]"):
        assert part in written


def test_unknown_properties_and_rules_survive_as_they_were() -> None:
    text = "(;GM[4]RU[Taraguchi]KM[0]ST[2];B[hh]LB[aa:1][bb:x\\:\\]]ZQ[]GG[\\\\])"
    written = write_sgf(read_sgf(text))
    for part in ("RU[Taraguchi]", "KM[0]", "ST[2]", "LB[aa:1][bb:x\\:\\]]", "ZQ[]", "GG[\\\\]"):
        assert part in written
    assert write_sgf(read_sgf(written)) == written


def test_a_property_that_would_break_the_file_is_escaped_or_left_out() -> None:
    record = boyi.GameRecord(boyi.game("othello"))
    record.play_text("f5")
    record.nodes[1].properties = {"XX": ["a]b", "c\\"], "B": ["a1"], "bad name": ["x"], "X]": ["y"]}
    again = read_sgf(write_sgf(record))
    assert again.text() == "f5"
    assert again.nodes[1].properties == {"XX": ["a\\]b", "c\\\\"]}


def test_collections() -> None:
    games = list(read_all_sgf("(;GM[2];B[f5])\n\njunk (;GM[4];B[hh])(;GM[9])"))
    assert [record.game.name for record in games] == ["othello", "gomoku", "loa"]
    assert read_sgf("(;GM[2];B[f5])(;GM[4").text() == "f5"  # the first is whole


def test_two_variations_that_begin_alike_are_one() -> None:
    record = read_sgf("(;GM[2](;B[f5];W[d6])(;B[f5];W[f6])(;B[d3]))")
    assert [len(node.children) for node in record.nodes[:2]] == [2, 2]


def test_what_a_later_node_says_about_the_whole_game() -> None:
    record = read_sgf("(;GM[4];RU[renju]PB[late]SZ[9]AP[x];B[hh])")
    assert record.game == boyi.game("gomoku")
    assert record.headers == {"black": "late"}
    assert read_sgf(write_sgf(record)).to_data() == record.to_data()


def test_properties_of_a_record_cannot_change_its_game() -> None:
    record = boyi.GameRecord(boyi.game("gomoku"))
    record.nodes[0].properties = {
        "RU": ["renju"],
        "PL": ["W"],
        "SZ": ["9"],
        "BYOP": ["opening:swap2"],
        "KM": ["1"],
    }
    again = read_sgf(write_sgf(record))
    assert again.game == record.game
    assert again.start == record.start
    assert again.nodes[0].properties == {"KM": ["1"]}


def test_a_lenient_reading_gives_up_at_last() -> None:
    branches = "(;B[a1])" * 1001
    with pytest.raises(formats.BadFile, match="More than 1,000 lines of this SGF file are illegal"):
        read_sgf(f"(;GM[2]{branches})", lenient=True)
