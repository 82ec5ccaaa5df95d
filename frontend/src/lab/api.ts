/** The lab's requests. */
import { ask, post } from "../net/api";
import type { LabView } from "../protocol/messages";
import type { BegunWithHead, DrawnTree, Level, Request, StepView, Steps } from "./types";

/** What can be explained; asked anew by every screen, as the server may have been locked. */
export function lab(): Promise<LabView> {
  return ask("/lab");
}

export function openExplanation(request: Request): Promise<BegunWithHead> {
  return post("/lab/explanations", request);
}

export function askSteps(
  id: string,
  level: Level,
  first: number,
  count: number,
  conceal: boolean,
): Promise<Steps> {
  return ask(
    `/lab/explanations/${id}/steps?level=${level}&first=${first}&count=${count}&conceal=${String(conceal)}`,
  );
}

export function askTree(
  id: string,
  level: Level,
  step: number,
  side: "left" | "right",
  unfolded: readonly number[] | null,
): Promise<DrawnTree> {
  return post(`/lab/explanations/${id}/tree`, { level, step, side, unfolded });
}

export function predict(
  id: string,
  level: Level,
  step: number,
  option: number,
): Promise<{ right: boolean; view: StepView }> {
  return post(`/lab/explanations/${id}/predictions`, { level, step, option });
}

/** The screen is left: the server need not keep the process. */
export function closeExplanation(id: string): void {
  ask(`/lab/explanations/${id}`, { method: "DELETE", keepalive: true }).catch(() => undefined);
}
