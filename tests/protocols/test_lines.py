"""Bytes in, lines out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from boyi.protocols.lines import OVERLONG, LineBuffer


@given(
    st.lists(st.tuples(st.text("aé,1", max_size=5), st.sampled_from(["\n", "\r\n", "\r"])), max_size=8),
    st.text("bü", max_size=4),
    st.lists(st.integers(0, 60), max_size=6),
)
def test_lines_do_not_depend_on_how_the_bytes_are_cut(
    lines: list[tuple[str, str]], rest: str, cuts: list[int]
) -> None:
    # A CR directly before an empty LF line would read as one CRLF, as it must.
    ends = [end for _, end in lines]
    lines = [
        (text or "x", end) if index and ends[index - 1] == "\r" else (text, end)
        for index, (text, end) in enumerate(lines)
    ]
    data = ("".join(text + end for text, end in lines) + rest).encode()
    buffer = LineBuffer()
    found, start = [], 0
    for cut in [*sorted(cuts), len(data)]:
        found += buffer.feed(data[start:cut])
        start = max(start, cut)
    assert found + buffer.finish() == [text for text, _ in lines] + ([rest] if rest else [])


def test_a_line_that_is_too_long_is_one_unknown_line() -> None:
    buffer = LineBuffer(10)
    assert buffer.feed(b"a" * 10 + b"\nb") == ["a" * 10]
    for _ in range(1000):
        assert buffer.feed(b"b" * 10) == []
    assert buffer.feed(b"\nnext\n") == [OVERLONG, "next"]
    assert buffer.feed(b"c" * 11) == []
    assert buffer.finish() == [OVERLONG]
    assert buffer.finish() == []


def test_bytes_that_are_no_text_become_replacement_characters() -> None:
    assert LineBuffer().feed(b"\xff\x00A\n") == ["\ufffd\x00A"]
