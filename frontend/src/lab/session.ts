/** One explanation that is open on the server, and what is asked of it. */
import { ask, post } from "../net/api";
import type { DrawnTree, Level, StepView, Steps } from "./types";

/** The page has closed the explanation: the answer is not needed any more. */
export class Closed extends Error {}

export class Session {
  private readonly end = new AbortController();
  private readonly path: string;

  constructor(readonly id: string) {
    this.path = `/lab/explanations/${id}`;
  }

  get closed(): boolean {
    return this.end.signal.aborted;
  }

  steps(level: Level, first: number, count: number, conceal: boolean): Promise<Steps> {
    const query = `level=${level}&first=${first}&count=${count}&conceal=${String(conceal)}`;
    return this.answer(() => ask(`${this.path}/steps?${query}`, { signal: this.end.signal }));
  }

  tree(
    level: Level,
    step: number,
    side: "left" | "right",
    unfolded: readonly number[] | null,
  ): Promise<DrawnTree> {
    return this.posted("tree", { level, step, side, unfolded });
  }

  predict(level: Level, step: number, option: number): Promise<{ right: boolean; view: StepView }> {
    return this.posted("predictions", { level, step, option });
  }

  /** Nobody looks at it any more: requests that run are ended first, so that none finds it gone. */
  close(): void {
    if (this.closed) return;
    this.end.abort();
    ask(this.path, { method: "DELETE", keepalive: true }).catch(() => undefined);
  }

  private posted<Answer>(what: string, body: unknown): Promise<Answer> {
    return this.answer(() => post(`${this.path}/${what}`, body, {}, this.end.signal));
  }

  private async answer<Answer>(request: () => Promise<Answer>): Promise<Answer> {
    if (this.closed) throw new Closed();
    try {
      const found = await request();
      if (!this.closed) return found;
    } catch (problem) {
      if (!this.closed) throw problem;
    }
    throw new Closed();
  }
}
