/** A request that stands: whose it is, and in which words it is shown. */
import { say, t, template, type Template } from "../i18n/language.svelte";
import type { RequestView, RoomView, You } from "../protocol/messages";
import { may } from "./permissions";

const ASKED: Record<Exclude<RequestView["request"], "invite">, Template> = {
  "draw": template("{name} offers a draw."),
  "take back": template("{name} asks to take back."),
  "restart": template("{name} wants to start again."),
  "rematch": template("{name} offers a rematch."),
  "join": template("{name} wants to join."),
};

/** Whether I (or the computer that plays for me) ask; else I am asked, or look on. */
export function isMine(request: RequestView, view: RoomView, you: You, knocks = false): boolean {
  if (request.request === "join") return knocks;
  if (request.request === "invite")
    return may(view, you, "answer") && view.seats[request.player]?.kind !== "course";
  return you.seats.includes(request.player);
}

/** What is asked. */
export function requestWords(request: RequestView, view: RoomView, you: You): string {
  if (request.request !== "invite") return t(ASKED[request.request], { name: request.name || t("Guest") });
  if (isMine(request, view, you)) return waitingWords(request, view);
  if (!may(view, you, "answer"))
    return t("{name} invites to a game.", { name: request.name || t("the other program") });
  return t(
    view.phase === "over"
      ? "{name} invites you to another game; you would play {colour}."
      : "{name} invites you to a game; you would play {colour}.",
    {
      name: request.name || t("the other program"),
      colour: say(view.board.players[request.colour ?? 0]),
    },
  );
}

/** What I wait for. */
export function waitingWords(request: RequestView, view: RoomView): string {
  if (request.request === "join") return t("Waiting to be let in …");
  if (request.request !== "invite") return t("Waiting for the answer …");
  const other = view.seats.find((seat) => seat.kind === "course");
  return t("Waiting for {name}'s answer.", { name: other?.name || t("the other program") });
}
