/** Whether there is something to take back. */
import type { RoomView, Side } from "../protocol/messages";

type Played = Pick<RoomView, "position" | "origin">;

/** Whether moves were made since the start; a try-out goes back to where it began, not into the game before it. */
export function hasMoves({ position, origin }: Played): boolean {
  return plies({ position, origin }) > 0;
}

/**
 * Whether a side of mine has moved since then. Sides alternate, forced passes being moves too; the server knows
 * whether one was forced.
 */
export function hasOwnMove({ position, origin }: Played, seats: readonly Side[]): boolean {
  const made = plies({ position, origin });
  return seats.some((side) => made > (side === position.turn ? 1 : 0));
}

function plies({ position, origin }: Played): number {
  return position.ply - (origin?.ply ?? 0);
}
