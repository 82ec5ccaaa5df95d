/** What a player may ask for now: one condition for a button and for its key. */
import type { RoomView, Side } from "../protocol/messages";

type Seats = readonly Side[];
type Played = Pick<RoomView, "position" | "origin">;
type Asked = Played & Pick<RoomView, "phase" | "seats" | "take_back" | "locked" | "opening">;

/** Two people at two devices, of whom I am one. */
export function isApart({ seats }: Pick<RoomView, "seats">, mine: Seats): boolean {
  return mine.length === 1 && seats.every((seat) => seat.kind !== "computer" && seat.kind !== "engine");
}

export function hasCourse({ seats }: Pick<RoomView, "seats">): boolean {
  return seats.some((seat) => seat.kind === "course");
}

/** During a game moves of mine; after it, unless somebody else is asked, any. */
export function canTakeBack(view: Asked, mine: Seats): boolean {
  if (mine.length === 0 || view.take_back === "never" || hasCourse(view)) return false;
  // In an opening the stones of one's own step; the server knows which they are.
  if (view.opening) return mine.includes(view.opening.side) && plies(view) > 0;
  if (view.phase === "playing") return hasOwnMove(view, mine);
  return view.phase === "over" && plies(view) > 0 && !isApart(view, mine);
}

export function canHint(view: Asked, mine: Seats): boolean {
  return view.phase === "playing" && mine.length > 0 && !view.locked && !view.opening && !isApart(view, mine);
}

/** Sides alternate, forced passes being moves too; the server knows whether one was forced. */
function hasOwnMove(view: Played, mine: Seats): boolean {
  const made = plies(view);
  return mine.some((side) => made > (side === view.position.turn ? 1 : 0));
}

/** Moves since the start; a try-out goes back to where it began, not into the game before it. */
function plies({ position, origin }: Played): number {
  return position.ply - (origin?.ply ?? 0);
}
