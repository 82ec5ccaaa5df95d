/** Ways out of waiting for a course program. */
import { deleteGame, sentence } from "../net/api";
import type { Room } from "../room/room.svelte";
import { navigate } from "../state/router.svelte";
import { toasts } from "../state/toasts.svelte";

/** Leave a room in which no game has begun; its port is free again. */
export function stopWaiting(room: Room): void {
  navigate("/course");
  deleteGame(room.id).catch((problem: unknown) => toasts.show(sentence(problem), "warn"));
}

/** Wait no longer for the answer to our invitation: the other program is left, a host continues to wait. */
export function giveUp(room: Room): void {
  const joined = !room.view?.course?.address;
  if (room.view?.phase === "waiting" && joined) stopWaiting(room);
  else void room.send({ type: "answer", granted: false });
}
