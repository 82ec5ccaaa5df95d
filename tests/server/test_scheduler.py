"""Whose search runs next: the queue alone, with a clock that the test moves."""

from __future__ import annotations

from boyi.server.search.scheduler import GUEST, HINT, MOVE, SLICE, STUDY, Scheduler, Task, Urgency


def task(scheduler: Scheduler, owner: str, urgency: Urgency = MOVE, now: float = 0.0) -> Task:
    made = Task(owner, urgency, now)
    scheduler.add(made, now)
    return made


class Machine:
    """Some workers that do what the scheduler says, in steps of a tenth of a second."""

    def __init__(self, workers: int) -> None:
        self.scheduler, self.now = Scheduler(), 0.0
        self.running: list[Task | None] = [None] * workers
        self.needs: dict[Task, float] = {}
        self.ended: dict[Task, float] = {}

    def ask(self, owner: str, seconds: float, urgency: Urgency = MOVE) -> Task:
        made = task(self.scheduler, owner, urgency, self.now)
        self.needs[made] = seconds
        return made

    def run(self, seconds: float) -> None:
        ends = self.now + seconds - 1e-9
        while self.now < ends:
            self._assign()
            self.now += 0.1
            for place, running in enumerate(self.running):
                if running and running.used + running.running(self.now) >= self.needs[running] - 1e-9:
                    self.scheduler.stop(running, self.now)
                    self.running[place] = None
                    self.ended[running] = self.now

    def _assign(self) -> None:
        for waiting in self.scheduler.waiting(self.now):
            if None in self.running:
                place = self.running.index(None)
            else:
                giving = [one for one in self.running if one and self.gives_way(one, waiting)]
                paused = self.scheduler.worst(giving, self.now)
                if paused is None:
                    continue
                place = self.running.index(paused)
                self.scheduler.pause(paused, self.now)
            self.scheduler.start(waiting, self.now)
            self.running[place] = waiting

    def used(self, one: Task) -> float:
        return one.used + one.running(self.now)

    def gives_way(self, running: Task, waiting: Task) -> bool:
        return self.scheduler.gives_way(running, waiting, self.now)


def test_moves_come_before_hints_before_analyses_before_those_of_spectators() -> None:
    scheduler = Scheduler()
    asked = [task(scheduler, f"owner {urgency}", urgency) for urgency in (GUEST, STUDY, HINT, MOVE)]
    assert scheduler.waiting(0.0) == asked[::-1]


def test_owners_take_turns_however_much_one_of_them_asks() -> None:
    machine = Machine(1)
    greedy = [machine.ask("greedy", 0.5) for _ in range(20)]
    modest = [machine.ask("modest", 0.5) for _ in range(3)]
    machine.run(3.5)
    assert set(modest) <= set(machine.ended)
    assert sum(one in machine.ended for one in greedy) == 4


def test_a_short_search_never_waits_longer_than_a_slice_for_endless_ones() -> None:
    machine = Machine(2)
    for number in range(30):
        machine.ask(f"endless {number}", 1e9)
    machine.run(100)
    for number in range(10):
        short = machine.ask(f"visitor {number}", 0.3)
        machine.run(SLICE + 0.5)
        assert short in machine.ended, number


def test_a_hint_is_not_starved_by_endless_moves() -> None:
    machine = Machine(1)
    machine.ask("a", 1e9)
    machine.ask("b", 1e9)
    machine.run(10)
    hint = machine.ask("c", 0.5, HINT)
    machine.run(SLICE + 0.7)
    assert hint in machine.ended


def test_long_searches_share_by_owner() -> None:
    machine = Machine(1)
    alone = machine.ask("alone", 1e9)
    many = [machine.ask("many", 1e9) for _ in range(9)]
    machine.run(60)
    assert 28 <= machine.used(alone) <= 32
    assert abs(sum(map(machine.used, (alone, *many))) - 60) < 0.2


def test_a_spectators_analysis_gives_way_at_once_and_the_owners_does_not() -> None:
    machine = Machine(1)
    guest = machine.ask("spectator", 1e9, GUEST)
    machine.run(0.2)
    owners = machine.ask("owner", 1e9, STUDY)
    machine.run(0.1)
    assert machine.running == [owners]
    machine.ask("another spectator", 1e9, GUEST)
    machine.run(20)
    assert machine.running == [owners]
    assert guest.used < 0.3


def test_who_was_away_has_saved_up_nothing() -> None:
    machine = Machine(1)
    machine.ask("early", 0.1)
    machine.run(0.2)
    busy = machine.ask("busy", 1e9)
    machine.run(50)
    back = machine.ask("early", 1e9)
    machine.run(20)
    assert machine.used(busy) > 55
    assert 8 <= machine.used(back) <= 12


def test_owners_without_searches_are_forgotten() -> None:
    machine = Machine(1)
    for number in range(200):
        machine.ask(f"owner {number}", 0.1)
        machine.run(0.2)
    assert len(machine.scheduler._had) < 5
