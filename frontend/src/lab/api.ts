/** The lab's requests. */
import { ask, post } from "../net/api";
import type { LabView } from "../protocol/messages";
import type { BegunWithHead, Request } from "./types";

/** What can be explained; asked anew by every screen, as the server may have been locked. */
export function lab(): Promise<LabView> {
  return ask("/lab");
}

export function openExplanation(request: Request): Promise<BegunWithHead> {
  return post("/lab/explanations", request);
}
