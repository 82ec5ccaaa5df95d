/** What the server lets me do: the page decides none of it. */
import type { Action, RoomView, You } from "../protocol/messages";

/** Whether one of my roles in the room may do something now. */
export function may(view: RoomView, you: You, action: Action): boolean {
  return (you.roles ?? []).some((role) => view.may?.[role]?.includes(action));
}
