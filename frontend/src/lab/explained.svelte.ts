/** An explanation that is looked at: its steps come in ranges ahead of the one that is shown. */
import { Failure, sentence } from "../net/api";
import { openExplanation } from "./api";
import { Closed, Session } from "./session";
import { isPair, type BegunWithHead, type Head, type Level, type Opened, type Progress } from "./types";
import type { Place } from "./spec";
import type { Request, Shown } from "./types";

const RANGE = 40;
/** Steps that come first where someone waits for one of them. */
const FEW = 3;
/** Steps that are kept around the one that is shown. */
const KEPT = 600;
/** Milliseconds between two looks at how far the search is. */
const BEAT = 700;

export class Explained {
  opened = $state.raw<Opened>();
  head = $state.raw<BegunWithHead["state"]["head"]>();
  progress = $state.raw<Progress>();
  shown = $state.raw<Shown>();
  level = $state<Level>("phase");
  step = $state(0);
  problem = $state("");
  /** Ask before showing; the answers are right or not on the server. */
  predicting = $state(false);
  right = $state(0);
  asked = $state(0);
  /** Whether the last prediction was right. */
  verdict = $state<boolean>();
  playing = $state(false);
  /** Steps a second. */
  speed = $state(2);

  /** What was opened last; while the next one is being opened it is closed already. */
  session: Session | undefined;
  private request: Request | undefined;
  private steps = new Map<string, Shown>();
  private waiting = new Set<string>();
  private turn = 0;
  private reopening: Promise<void> | undefined;
  private watch: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  get count(): number {
    return this.progress?.known[this.level] ?? 0;
  }

  /** The questions of two searches side by side are not asked. */
  get canPredict(): boolean {
    return this.opened !== undefined && !this.opened.versus;
  }

  get asks(): boolean {
    const shown = this.shown;
    return shown !== undefined && !isPair(shown) && shown.ask !== null && shown.ask.answer === undefined;
  }

  headOf(side: "left" | "right"): Head {
    const head = this.head;
    if (!head) return { search: "", decimals: 2, truncate: false };
    return "left" in head ? head[side] : head;
  }

  /** Open what is asked for; what was open before is closed. */
  async open(request: Request, place: Place): Promise<void> {
    const turn = (this.turn += 1);
    this.playing = false;
    this.problem = "";
    this.request = request;
    try {
      this.session?.close();
      const begun = await openExplanation(request);
      if (!this.begin(begun, turn)) return;
      const levels = begun.state.levels;
      this.level = place.level && levels.includes(place.level) ? place.level : (levels[0] ?? "phase");
      await this.go(place.step);
      this.follow();
    } catch (problem) {
      if (turn !== this.turn) return;
      this.opened = this.shown = this.progress = undefined;
      this.problem = sentence(problem);
    }
  }

  /** Look at what was opened, unless something else was asked for meanwhile. */
  private begin(begun: BegunWithHead, turn: number): boolean {
    const session = new Session(begun.explanation.id);
    if (turn !== this.turn || this.closed) {
      session.close();
      return false;
    }
    this.session = session;
    this.opened = begun.explanation;
    this.progress = begun.state;
    this.head = begun.state.head;
    this.steps.clear();
    this.waiting.clear();
    return true;
  }

  /** The server closed it in the meantime: the same search makes the same steps again. */
  private async reopen(): Promise<void> {
    if (!this.request) return;
    const turn = this.turn;
    if (this.begin(await openExplanation(this.request), turn)) this.follow();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.watch);
    this.session?.close();
  }

  /** While the search runs the number of its steps grows. */
  private follow(): void {
    clearTimeout(this.watch);
    const session = this.session;
    if (!session || session.closed || this.progress?.finished) return;
    this.watch = setTimeout(() => {
      session
        .steps(this.level, 0, 0, false)
        .then((answer) => {
          if (session === this.session) this.progress = answer;
        })
        .catch(() => undefined)
        .finally(() => {
          if (session === this.session) this.follow();
        });
    }, BEAT);
  }

  setLevel(level: Level): void {
    if (level === this.level) return;
    this.level = level;
    this.verdict = undefined;
    void this.go(0);
  }

  setPredicting(on: boolean): void {
    this.predicting = on;
    this.verdict = undefined;
    this.steps.clear();
    void this.go(this.step);
  }

  private key(step: number): string {
    return `${this.level} ${step}`;
  }

  /** Show a step: at once if it is here, else when it comes. */
  async go(step: number): Promise<void> {
    const known = this.progress;
    if (!known) return;
    const wanted = Math.max(known.finished ? Math.min(step, this.count - 1) : step, 0);
    this.step = wanted;
    this.verdict = undefined;
    const found = this.steps.get(this.key(wanted));
    if (found) this.shown = found;
    else await this.fetch(wanted, FEW);
    this.prefetch();
  }

  /** Whether the next step can be shown without waiting. */
  get isReady(): boolean {
    return this.steps.has(this.key(this.step + 1));
  }

  get isAtEnd(): boolean {
    return this.progress?.finished === true && this.step >= this.count - 1;
  }

  /** The next step while playing: it waits for what has not come, and stops at a question and at the end. */
  advance(): void {
    if (this.asks || this.isAtEnd) this.playing = false;
    else if (this.isReady) void this.go(this.step + 1);
    else this.prefetch();
  }

  /** Fetch what is missing next: ahead, and some steps behind for who goes back. */
  private prefetch(): void {
    const missing = (step: number): boolean =>
      !this.steps.has(this.key(step)) && !this.waiting.has(this.key(step));
    const last = Math.min(this.step + RANGE, this.count - 1);
    for (let step = this.step + 1; step <= last; step += 1)
      if (missing(step)) return void this.fetch(step, RANGE);
    const back = Math.max(this.step - RANGE / 2, 0);
    if (this.step > 0 && missing(this.step - 1)) void this.fetch(back, this.step - back);
  }

  private async fetch(wanted: number, count: number): Promise<void> {
    let first = wanted;
    const keys = Array.from({ length: count }, (_, place) => this.key(first + place));
    for (const key of keys) this.waiting.add(key);
    try {
      // A step that the search has not come to is asked for until it has, or has ended before.
      for (;;) {
        this.take(await this.answered(first, count), first);
        if (this.step !== wanted || this.steps.has(this.key(wanted)) || this.closed) break;
        if (this.progress?.finished) {
          this.step = wanted = first = Math.max(this.count - 1, 0);
          if (this.count === 0) break;
        }
      }
    } catch (problem) {
      if (problem instanceof Closed) return;
      this.problem = sentence(problem);
      this.playing = false;
    } finally {
      for (const key of keys) this.waiting.delete(key);
    }
  }

  private async answered(
    first: number,
    count: number,
  ): Promise<{ session: Session; level: Level; steps: Shown[] }> {
    for (let attempt = 0; ; attempt += 1) {
      const { level, predicting, session } = this;
      if (!session) throw new Closed();
      try {
        const answer = await session.steps(level, first, count, predicting && this.canPredict);
        if (session === this.session) this.progress = answer;
        const fresh = predicting === this.predicting;
        return { session, level, steps: fresh ? answer.steps : [] };
      } catch (problem) {
        const gone = problem instanceof Failure && problem.code === "not-found";
        if (!gone || attempt > 0) throw problem;
        if (session === this.session)
          await (this.reopening ??= this.reopen().finally(() => (this.reopening = undefined)));
      }
    }
  }

  private take(answer: { session: Session; level: Level; steps: Shown[] }, first: number): void {
    if (answer.session !== this.session || answer.level !== this.level) return;
    this.problem = "";
    answer.steps.forEach((step, place) => this.steps.set(this.key(first + place), step));
    while (this.steps.size > KEPT) {
      // The oldest that came goes, unless it is near.
      const [oldest] = this.steps.keys();
      if (oldest === undefined) break;
      this.steps.delete(oldest);
    }
    const found = this.steps.get(this.key(this.step));
    if (found) this.shown = found;
  }

  /** Answer the question of the step that is shown. */
  async predict(option: number): Promise<void> {
    const { level, step, session } = this;
    if (!session) return;
    try {
      const answer = await session.predict(level, step, option);
      this.asked += 1;
      this.right += Number(answer.right);
      this.steps.set(this.key(step), answer.view);
      if (step === this.step && level === this.level) {
        this.shown = answer.view;
        this.verdict = answer.right;
      }
    } catch (problem) {
      if (!(problem instanceof Closed)) this.problem = sentence(problem);
    }
  }
}
