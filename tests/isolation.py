"""A plugin of pytest: only tests that start no process, open no port and wait for no clock (``make check``).

    python -m pytest -p tests.isolation

A test that does so is marked ``outside`` (or stands in the table ``OUTSIDE``) and is left to
``make test``. With the plugin a test without the mark that does so fails, so that the selection stays true.
"""

from __future__ import annotations

import os
import selectors
import sys
from collections.abc import Callable, Generator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.effort import QUICK

OUTSIDE = (
    "README.zh-CN.md",
    "src/boyi/arena/series.py",
    "src/boyi/programs/sandbox.py",
    "tests/arena/test_document.py::test_the_table_of_a_tournaments_file_has_every_key",
    "tests/arena/test_play.py::test_the_same_in_a_script_and_in_a_notebook",
    "tests/arena/test_programs.py",
    "tests/arena/test_series.py",
    "tests/arena/test_swap2.py",
    "tests/arena/test_tournament.py::test_games_that_mostly_end_by_a_crash_are_said_to",
    "tests/arena/test_tournament_file.py::test_a_folder_of_submissions_becomes_a_file",
    "tests/arena/test_tournament_file.py::test_everything_that_a_file_can_say",
    "tests/attack",
    "tests/bridges/test_both_ends.py",
    "tests/bridges/test_chaos.py",
    "tests/bridges/test_dialogues.py",
    "tests/bridges/test_engine.py",
    "tests/course/test_connection.py",
    "tests/bridges/test_sentences.py::test_a_port_that_is_taken",
    "tests/bridges/test_sentences.py::test_a_refused_connection_is_said_plainly",
    "tests/bridges/test_thinking.py::test_a_program_behind_a_protocol_plays_game_after_game",
    "tests/cli/test_bot.py::test_a_bot_without_a_game_is_asked_for_one",
    "tests/cli/test_documents.py",
    "tests/cli/test_files.py::test_pipes",
    "tests/cli/test_keeper.py::test_a_kill_loses_nothing_that_was_shown",
    "tests/cli/test_match.py",
    "tests/cli/test_match_endings.py",
    "tests/cli/test_match_resuming.py",
    "tests/cli/test_process.py",
    "tests/cli/test_search.py::test_ctrl_c_gives_the_best_so_far",
    "tests/core/test_public_api.py::test_import_is_light",
    "tests/core/test_public_api.py::test_the_example_game_runs_as_it_stands",
    "tests/e2e",
    "tests/games/test_plugins.py",
    "tests/match/test_match_time.py::test_a_player_that_blocks_its_thread_still_loses_on_time",
    "tests/match/test_programs.py",
    "tests/match/test_swap2.py::test_programs_open_by_swap2board",
    "tests/match/test_swap2.py::test_programs_that_do_not_know_swap2_lose",
    "tests/native/test_gil.py",
    "tests/native/test_threads.py",
    "tests/packaging",
    "tests/drawing/test_animation.py::test_the_memory_of_an_animation_does_not_grow_with_its_frames",
    "tests/players/test_document.py::test_the_examples_of_the_document_run",
    "tests/programs",
    "tests/server",
    "tests/store/test_durability.py",
    "tests/store/test_opening.py::test_many_processes_open_a_fresh_database_at_once",
    "tests/store/test_specs.py::test_no_database_is_loaded_for_a_player_of_boyis_own",
    "tests/tools",
)
"""Folders, files and tests that are outside."""
LONG = (
    "tests/arena/test_bot_rating.py",
    "tests/arena/test_openings.py::test_even_openings_leave_both_sides_a_chance[gomoku-5]",
    "tests/cli/test_commands.py::test_bench_prints_a_signature_that_stays",
    "tests/cli/test_files.py::test_hostile_files",
    "tests/cli/test_files.py::test_ten_thousand_variations",
    "tests/cli/test_train_gomoku.py::test_a_run_can_be_resumed_and_gives_the_same_weights",
    "tests/cli/test_train_nogo.py",
    "tests/cli/test_train_othello.py::test_a_run_can_be_resumed_and_gives_the_same_bytes",
    "tests/engines/test_judging.py::test_symmetric_replies_are_judged_alike_and_ordinary_ones_not_marked[40000]",
    "tests/engines/test_opening.py::test_both_colours_are_chosen_in_openings_that_differ",
    "tests/formats/test_scale.py::test_a_record_of_30_000_variations_is_read_and_written",
    "tests/formats/test_scale.py::test_a_tree_of_100_000_moves_is_read_and_written",
    "tests/games/test_othello_patterns.py",
    "tests/lab/test_explanation.py::test_a_root_with_225_children_and_many_events_stays_out_of_memory",
    "tests/lab/test_explanation.py::test_a_step_is_the_same_from_wherever_one_comes",
    "tests/lab/test_explanation.py::test_selections_show_the_very_numbers_of_the_search",
    "tests/lab/test_lessons.py::test_every_step_of_every_lesson_can_be_seen",
    "tests/lab/test_notebooks.py::test_a_notebook_runs",
    "tests/native/test_gomoku_duel.py::test_more_pruning_than_is_good_loses",
    "tests/native/test_nogo_endgame.py::test_the_tree_search_takes_what_is_solved",
    "tests/native/test_vcf.py::test_random_crowds_against_the_exhaustive_oracle",
    "tests/textbook/test_alphabeta.py::test_perfect_play_in_every_position_of_tictactoe",
)
"""Tests that stay in their process but take seconds of it."""
INSIDE = (
    "tests/server/test_in_process.py",
    "tests/server/test_permissions.py",
    "tests/server/test_queue.py",
    "tests/server/test_scheduler.py",
    "tests/server/test_validation.py",
)
"""Files in those folders that are not."""
FIXTURES = frozenset({"server", "postgres"})
"""Fixtures that start a process before the test begins, and parameters that ask for one."""
LEFT_OUT = ("outside", "soak", "slow")
LONGEST_SLEEP, LONGEST_WAIT = 0.1, 1.0
"""Seconds that a test may sleep, and that its event loops may wait for timers: more, because a loop with a
periodic timer also waits so for its threads."""

EVENTS = {
    "subprocess.Popen": "starts a process",
    "os.posix_spawn": "starts a process",
    "os.fork": "starts a process",
    "socket.bind": "opens a port",
    "socket.connect": "connects to a port",
}


class InProcess:
    """The plugin: deselects what is outside, and watches the rest."""

    def __init__(self) -> None:
        self._watching = False
        self._slept = self._waited = 0.0
        self._done: list[str] = []
        sys.addaudithook(self._audit)  # cannot be removed, but is silent between tests
        watch_timers(self._wait)

    def pytest_ignore_collect(self, collection_path: Path, config: pytest.Config) -> bool | None:
        """Do not even import what is outside as a whole; ``True`` is yes, ``None`` leaves it to others."""
        if not collection_path.is_relative_to(config.rootpath):
            return None
        path = collection_path.relative_to(config.rootpath).as_posix()
        inside = any(begins(path, name) or begins(name, path) for name in INSIDE)
        return True if listed(path) and not inside else None

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out what is marked or listed."""
        outside = [item for item in items if self._is_outside(item)]
        if outside:
            config.hook.pytest_deselected(items=outside)
            items[:] = [item for item in items if not self._is_outside(item)]

    def _is_outside(self, item: pytest.Item) -> bool:
        if any(item.get_closest_marker(name) for name in LEFT_OUT):
            return True
        parameters = getattr(item, "callspec", None)
        if FIXTURES & set(getattr(item, "fixturenames", ())) or (
            parameters is not None and "postgresql" in parameters.params.values()
        ):
            return True
        test = item.nodeid
        return listed(test) and not any(begins(test, name) for name in INSIDE)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None]:
        """Watch one test; its fixtures are part of it as far as they run inside."""
        self._watching, self._slept, self._waited, self._done = True, 0.0, 0.0, []
        try:
            yield
        finally:
            self._watching = False
        # What the code under test has caught, or a thread has done, counts too.
        if self._done:
            pytest.fail(f"This test {self._done[0]}: mark it outside.")

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._watching:
            return
        if event == "time.sleep":
            self._slept += arguments[0]
            if self._slept > LONGEST_SLEEP:
                self._refuse(f"sleeps for more than {LONGEST_SLEEP:g} s")
        elif event in EVENTS:
            self._refuse(f"{EVENTS[event]} ({event})")

    def _wait(self, seconds: float) -> None:
        if self._watching:
            self._waited += seconds
            if self._waited > LONGEST_WAIT:
                self._refuse(f"waits for more than {LONGEST_WAIT:g} s")

    def _refuse(self, what: str) -> None:
        self._done.append(what)
        pytest.fail(f"This test {what}: mark it outside.")


@cache
def listed(test: str) -> bool:
    """Whether a path or a test stands in the tables of what is left out."""
    return any(begins(test, entry) for entry in (*OUTSIDE, *LONG))


def begins(test: str, entry: str) -> bool:
    """Whether a test is an entry of the tables, or in it."""
    return test == entry or test.startswith((f"{entry}/", f"{entry}::", f"{entry}["))


def watch_timers(waited: Callable[[float], None]) -> None:
    """Tell the seconds of every wait of an event loop that nothing but a timer ended."""
    plain = selectors.DefaultSelector.select

    def select(self: Any, timeout: float | None = None) -> Any:
        ready = plain(self, timeout)
        if not ready and timeout is not None and timeout > 0:
            waited(timeout)
        return ready

    selectors.DefaultSelector.select = select  # type: ignore[method-assign]


def pytest_configure(config: pytest.Config) -> None:
    """Pytest's entry."""
    os.environ[QUICK] = "1"
    config.pluginmanager.register(InProcess(), "in-process")
