/** What a player may ask for now: one condition for a button and for its key. */
import type { RoomView, Side, You } from "../protocol/messages";

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

/** Why the engine is closed to someone, as a word of the catalogue; empty if it is not. */
export function whyNoAnalysis(
  { phase, locked }: Pick<RoomView, "phase" | "locked">,
  you: Pick<You, "server_owner">,
  serverLocked: boolean,
): "" | "analysis.locked" | "analysis.closed" {
  if (phase === "playing" || phase === "waiting") return locked ? "analysis.locked" : "";
  return serverLocked && !you.server_owner ? "analysis.closed" : "";
}

/** Why someone cannot write in the chat, as a word of the catalogue; empty if they can. */
export function whyNoChat(
  { spectator_chat }: Pick<RoomView, "spectator_chat">,
  you: Pick<You, "seats" | "owner" | "chat">,
): "" | "chat.closed" | "chat.token" {
  if (you.owner || you.seats.length > 0) return "";
  if (you.chat === false) return "chat.token";
  return spectator_chat ? "" : "chat.closed";
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
