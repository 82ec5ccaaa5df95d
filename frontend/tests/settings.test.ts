import { describe, expect, it } from "vitest";
import { DEFAULTS, restore } from "../src/state/settings.svelte";

describe("remembered settings", () => {
  it("survive what is missing, wrong or broken", () => {
    expect(restore(null, "en")).toEqual(DEFAULTS);
    expect(restore("{broken", "zh-CN")).toEqual({ ...DEFAULTS, language: "zh-CN" });
    expect(restore("[1]", "en")).toEqual(DEFAULTS);
    expect(restore('{"theme":"pink","volume":400,"sounds":"no","other":1,"board":"felt"}', "en")).toEqual({
      ...DEFAULTS,
      volume: 100,
      board: "felt",
    });
  });
});
