import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Explained } from "../src/lab/explained.svelte";

/** A server with explanations e1, e2, …; steps are answered when the test says so. */
class Server {
  opened = 0;
  readonly open = new Set<string>();
  readonly asked: string[] = [];
  private held: (() => void)[] = [];
  /** Whose steps wait. */
  slow = "";

  readonly fetch = (path: string, options: RequestInit = {}): Promise<Response> => {
    const [, id = "", what = ""] = /explanations\/?([^/?]*)\/?(\w*)/.exec(path) ?? [];
    this.asked.push(`${options.method ?? "GET"} ${id}${what && ` ${what}`}`);
    if (options.method === "DELETE") return this.answer(this.open.delete(id));
    if (!id) return this.begin();
    return new Promise((resolve, reject) => {
      const aborted = (): void => reject(new DOMException("aborted", "AbortError"));
      if (options.signal?.aborted) return aborted();
      options.signal?.addEventListener("abort", aborted);
      const first = Number(new URL(path, "http://boyi").searchParams.get("first"));
      const count = Number(new URL(path, "http://boyi").searchParams.get("count"));
      const send = (): void => {
        if (!options.signal?.aborted) resolve(this.steps(id, first, count));
      };
      if (this.slow === id) this.held.push(send);
      else send();
    });
  };

  /** Answer what waits. */
  release(): void {
    this.slow = "";
    for (const send of this.held.splice(0)) send();
  }

  private begin(): Promise<Response> {
    const id = `e${(this.opened += 1)}`;
    this.open.add(id);
    const state = {
      known: { phase: 90 },
      finished: true,
      levels: ["phase"],
      share: 1,
      estimates: [],
      head: {},
    };
    return this.answer({ explanation: { id, versus: "" }, state });
  }

  private steps(id: string, first: number, count: number): Response {
    if (!this.open.has(id)) {
      this.asked.push(`404 ${id}`);
      const error = { code: "not-found", text: { en: "This explanation is no longer open.", zh: "" } };
      return new Response(JSON.stringify({ error }), { status: 404 });
    }
    const steps = Array.from({ length: count }, (_, place) => ({ step: first + place, of: id, ask: null }));
    return new Response(
      JSON.stringify({
        known: { phase: 90 },
        finished: true,
        levels: ["phase"],
        share: 1,
        estimates: [],
        steps,
      }),
    );
  }

  private answer(data: unknown): Promise<Response> {
    return Promise.resolve(new Response(JSON.stringify(data)));
  }
}

let server: Server;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const place = { level: "phase" as const, step: 0, tree: false };

beforeEach(() => {
  server = new Server();
  vi.stubGlobal("fetch", server.fetch);
});
afterEach(() => vi.unstubAllGlobals());

describe("an explanation that is closed", () => {
  it("is not asked again: requests that run end before the server hears of it", async () => {
    const explained = new Explained();
    await explained.open({ search: "mcts" }, place);
    expect(explained.shown).toMatchObject({ step: 0, of: "e1" });
    await settled();
    server.slow = "e1";
    const waiting = explained.go(80);
    await explained.open({ search: "mcts:seed=2" }, place);
    server.release();
    await Promise.all([waiting, settled()]);
    expect(explained.shown).toMatchObject({ step: 0, of: "e2" });
    expect(explained.problem).toBe("");
    expect(server.asked.filter((line) => line.startsWith("404"))).toEqual([]);
    expect(server.opened).toBe(2);
  });

  it("is not asked while the next one is being opened", async () => {
    const explained = new Explained();
    await explained.open({ search: "mcts" }, place);
    await settled();
    const opening = explained.open({ search: "mcts:seed=2" }, place);
    await Promise.all([explained.go(85), explained.predict(0), opening]);
    const after = server.asked.slice(server.asked.indexOf("DELETE e1") + 1);
    expect(after.filter((line) => line.includes("e1"))).toEqual([]);
    expect(explained.problem).toBe("");
  });

  it("is not asked once the screen is left", async () => {
    const explained = new Explained();
    await explained.open({ search: "mcts" }, place);
    explained.close();
    await Promise.all([explained.go(85), settled()]);
    expect(server.asked.at(-1)).toBe("DELETE e1");
    expect(server.open.size).toBe(0);
    const late = new Explained();
    const opening = late.open({ search: "mcts" }, place);
    late.close();
    await opening;
    await settled();
    expect(server.asked.at(-1)).toBe("DELETE e2");
  });

  it("is opened again, once, where the server closed it", async () => {
    const explained = new Explained();
    await explained.open({ search: "mcts" }, place);
    await settled();
    server.open.clear();
    await Promise.all([explained.go(60), explained.go(85)]);
    await settled();
    expect(explained.shown).toMatchObject({ step: 85, of: "e2" });
    expect(explained.problem).toBe("");
    expect([...server.open]).toEqual(["e2"]);
  });
});
