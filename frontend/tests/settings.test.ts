import { describe, expect, it } from "vitest";
import { DEFAULTS, restore } from "../src/state/settings.svelte";

describe("remembered settings", () => {
  it("survive what is missing, wrong or broken", () => {
    expect(restore(null)).toEqual(DEFAULTS);
    expect(restore("{broken")).toEqual(DEFAULTS);
    expect(restore('{"language":"zh-CN"}')).toEqual({ ...DEFAULTS, language: "zh-CN" });
    expect(restore('{"language":7}')).toEqual(DEFAULTS);
    expect(restore("[1]")).toEqual(DEFAULTS);
    expect(restore('{"theme":"pink","volume":400,"sounds":"no","other":1,"board":"felt"}')).toEqual({
      ...DEFAULTS,
      volume: 100,
      board: "felt",
    });
  });
});
