/** What a player asks of the server besides moves; whoever asks is told when it does not come about. */
import { say, t } from "../i18n/language.svelte";
import type { Act, ClientBody, Side } from "../protocol/messages";
import { toasts } from "../state/toasts.svelte";
import type { Room } from "./room.svelte";

/** Ask for something as the side that I play. */
export function act(room: Room, what: Act["what"]): Promise<void> {
  const turn = room.view?.opening?.side ?? room.view?.position.turn;
  // Of two sides at one device the one that moved last takes back; the server knows which that is.
  const both = what === "undo" ? undefined : turn;
  const side = room.you.seats.length === 2 ? both : room.you.seats[0];
  return ask(room, { type: "act", what, side: side ?? null });
}

/** Let the computer play a side of mine, or take it back. */
export function setAuto(room: Room, side: Side, on: boolean): Promise<void> {
  return ask(room, { type: "auto", side, on });
}

async function ask(room: Room, body: ClientBody): Promise<void> {
  // Only moves wait for the connection: whoever sees nothing happen would ask again.
  if (room.connection !== "open") {
    toasts.show(t("Not connected: nothing was sent. Please try again in a moment."), "warn");
    return;
  }
  const answer = await room.send(body);
  if (answer.type === "refused")
    toasts.show(
      say(answer.text) || t("The connection was lost before this arrived. Please try again."),
      "warn",
    );
}
