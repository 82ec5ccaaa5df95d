/** A request that stands: whose it is, and in which words it is shown. */
import { say, t } from "../i18n/language.svelte";
import type { RequestView, RoomView, You } from "../protocol/messages";
import { may } from "./permissions";

/** Whether I (or the computer that plays for me) ask; else I am asked, or look on. */
export function isMine(request: RequestView, view: RoomView, you: You, knocks = false): boolean {
  if (request.request === "join") return knocks;
  if (request.request === "invite")
    return may(view, you, "answer") && view.seats[request.player]?.kind !== "course";
  return you.seats.includes(request.player);
}

/** What is asked. */
export function requestWords(request: RequestView, view: RoomView, you: You): string {
  if (request.request !== "invite")
    return t(`request.${request.request}`, { name: request.name || t("chat.guest") });
  if (isMine(request, view, you)) return waitingWords(request, view);
  if (!may(view, you, "answer"))
    return t("request.invite.watched", { name: request.name || t("course.other") });
  return t(view.phase === "over" ? "request.invite.again" : "request.invite", {
    name: request.name || t("course.other"),
    colour: say(view.board.players[request.colour ?? 0]),
  });
}

/** What I wait for. */
export function waitingWords(request: RequestView, view: RoomView): string {
  if (request.request === "join") return t("request.waiting.join");
  if (request.request !== "invite") return t("request.waiting");
  const other = view.seats.find((seat) => seat.kind === "course");
  return t("request.invited", { name: other?.name || t("course.other") });
}
