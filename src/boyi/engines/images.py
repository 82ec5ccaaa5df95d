"""Images of a game under the symmetries of its board, of which one is searched for all of them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from boyi.core.game import Position
from boyi.core.grid import GridGame, as_grid
from boyi.core.record import GameRecord
from boyi.core.result import SearchResult


@dataclass(frozen=True, slots=True)
class Image:
    """A line of moves as it looks after a symmetry of the board."""

    record: GameRecord
    symmetry: int

    @classmethod
    def of(cls, record: GameRecord, node: int) -> Image:
        """The image that stands for all images of the moves up to a node.

        It is the least one; so the next move of a game changes it only while the board is symmetric, and an
        engine finds the game that it remembers.
        """
        game, moves = record.game, record.moves_to(node)
        symmetry = 0
        if isinstance(game, GridGame):
            symmetry = min(
                range(game.symmetries),
                key=lambda number: (
                    as_grid(game.transform(record.start, number)).cells,
                    [game.transform_move(move, number) for move in moves],
                ),
            )
        image = GameRecord(game, game.transform(record.start, symmetry))
        image.play_line([game.transform_move(move, symmetry) for move in moves])
        return cls(image, symmetry)

    def restored(self, result: SearchResult) -> SearchResult:
        """The answer of a search of the image, with the moves of the line itself."""
        if self.symmetry == 0:
            return result
        candidates = tuple(
            replace(one, move=self._restored(one.move), pv=self._line(one.pv)) for one in result.candidates
        )
        return replace(
            result,
            move=self._restored(result.move),
            pv=self._line(result.pv),
            candidates=candidates,
            position=None,
        )

    def _line(self, moves: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(map(self._restored, moves))

    def _restored(self, move: int) -> int:
        # Two or four times the same symmetry of a square leave it as it was.
        turned = self.record.game.transform_move
        once = turned(move, self.symmetry)
        return (
            once
            if turned(once, self.symmetry) == move
            else turned(turned(once, self.symmetry), self.symmetry)
        )


def are_images(position: Position, one: int, other: int) -> bool:
    """Whether two moves are the same, or a symmetry of the board turns one into the other."""
    game = position.game
    if one == other or not isinstance(game, GridGame) or not position.is_legal(one):
        return one == other
    least, same = (
        min(as_grid(game.transform(position.play(move), number)).cells for number in range(game.symmetries))
        for move in (one, other)
    )
    return least == same
