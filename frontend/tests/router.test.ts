import { describe, expect, it } from "vitest";
import { parseRoute } from "../src/state/router.svelte";

describe("addresses", () => {
  it("name the thing", () => {
    expect(parseRoute("/", "")).toEqual({ name: "start" });
    expect(parseRoute("/play/aB3", "")).toEqual({ name: "play", id: "aB3" });
    expect(parseRoute("/review/aB3", "?move=17")).toEqual({
      name: "review",
      id: "aB3",
      ply: 17,
      node: undefined,
    });
    expect(parseRoute("/review/aB3", "?node=4")).toMatchObject({ ply: undefined, node: 4 });
    expect(parseRoute("/review", "")).toEqual({ name: "open" });
    expect(parseRoute("/new", "?game=loa")).toEqual({ name: "new", game: "loa", opponent: "computer" });
    expect(parseRoute("/library/", "")).toEqual({ name: "library" });
    const lesson = `/learn/lesson/${encodeURIComponent("一步 100%")}`;
    expect(parseRoute(lesson, "?part=2")).toEqual({ name: "lesson", lesson: "一步 100%", query: "?part=2" });
    expect(parseRoute("/learn/lesson/100%", "")).toMatchObject({ lesson: "100%" });
  });

  it("that name nothing say so", () => {
    for (const path of ["/nothing", "/play", "/play/a/b", "/settings/x", "/new/x"]) {
      expect(parseRoute(path, "")).toEqual({ name: "missing" });
    }
  });

  it("with a bad number open at the start", () => {
    for (const bad of ["-1", "x", "1e9", ""]) {
      expect(parseRoute("/review/a", `?move=${bad}`)).toMatchObject({ ply: undefined });
    }
  });
});
