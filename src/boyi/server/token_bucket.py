"""How often something may be done: some times at once, then only as fast as the allowance grows."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic


class TokenBucket:
    """A token bucket.

    >>> now = 0.0
    >>> bucket = TokenBucket(2, 0.5, lambda: now)
    >>> [bucket.take() for _ in range(3)]
    [True, True, False]
    >>> now = 2.0
    >>> bucket.take(), bucket.take()
    (True, False)
    """

    def __init__(self, most: float, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self.most, self.per_second, self._clock = most, per_second, clock
        self._credit, self._counted = most, clock()

    def take(self) -> bool:
        """Whether it may be done once more now; if so, it is counted."""
        self._fill()
        if self._credit < 1:
            return False
        self._credit -= 1
        return True

    @property
    def has_credit(self) -> bool:
        """Whether it may be done now; nothing is counted."""
        self._fill()
        return self._credit >= 1

    @property
    def is_full(self) -> bool:
        """Whether nothing was done for long."""
        self._fill()
        return self._credit >= self.most

    def _fill(self) -> None:
        now = self._clock()
        self._credit = min(self.most, self._credit + (now - self._counted) * self.per_second)
        self._counted = now
