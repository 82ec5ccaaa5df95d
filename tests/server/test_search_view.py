"""What of a search is shown to the page."""

import boyi
from boyi.core.result import Candidate, SearchResult
from boyi.server.serializers import search_view


def test_the_chosen_move_is_shown_although_its_value_is_only_a_bound() -> None:
    """So it is on a busy machine, when a search is stopped within its first depths."""
    record = boyi.GameRecord(boyi.game("gomoku"))
    move, other = (record.game.parse_move(text, record.position) for text in ("h8", "g7"))
    bounded = Candidate(move, 0, 0.6, 20.0, (move, other), depth=4, bound="lower")
    alone = SearchResult(move, 20.0, 0.6, (move, other), (bounded,), 100, 3, 0.01)
    (shown,) = search_view(record, 0, alone, 5).candidates
    assert (shown.text, shown.win_rate, shown.score) == ("h8", None, None)
    assert [step.text for step in shown.pv] == ["h8", "g7"]
    known = Candidate(other, 0, 0.5, 0.0, (other,), depth=3)
    both = SearchResult(move, 20.0, 0.6, (move, other), (bounded, known), 100, 3, 0.01)
    assert [one.text for one in search_view(record, 0, both, 5).candidates] == ["h8", "g7"]
    assert [one.text for one in search_view(record, 0, both, 1).candidates] == ["h8"]


def test_the_chosen_move_is_shown_although_no_candidate_is_known() -> None:
    record = boyi.GameRecord(boyi.game("nogo"))
    (shown,) = search_view(record, 0, SearchResult(40, None, 0.5, (), (), 0, 0, 0.0), 5).candidates
    assert (shown.move, len(shown.pv)) == (40, 1)
