import { describe, expect, it } from "vitest";
import { en } from "../src/i18n/en";
import { t } from "../src/i18n/language.svelte";
import { zh } from "../src/i18n/zh-CN";

const places = (text: string): string[] =>
  [...new Set((text.match(/\{\w+/g) ?? []).map((place) => place.slice(1)))].sort();

describe("the catalogues", () => {
  it("have the same keys in the same order", () => {
    expect(Object.keys(zh)).toEqual(Object.keys(en));
  });

  it("leave nothing empty and fill the same places", () => {
    for (const key of Object.keys(en) as (keyof typeof en)[]) {
      expect(en[key].trim(), key).not.toBe("");
      expect(zh[key].trim(), key).not.toBe("");
      expect(places(zh[key]), key).toEqual(places(en[key]));
    }
  });

  it("know one from many", () => {
    expect(t("list.moves", { plies: 1 })).toBe("1 move");
    expect(t("list.moves", { plies: 0 })).toBe("0 moves");
    expect(t("list.moves", { plies: 21 })).toBe("21 moves");
    expect(t("thinking.nodes", { nodes: "1" })).toBe("1 node");
    expect(t("thinking.nodes", { nodes: "12k" })).toBe("12k nodes");
    expect(t("review.at", { ply: 4 })).toBe("Move 4");
  });

  it("use every key somewhere", async () => {
    const sources = Object.values(
      import.meta.glob("../src/**/*.{svelte,ts}", { query: "?raw", import: "default", eager: true }),
    ).join("\n");
    const families = /^(kind|mark|proven|request|title|opening|ladder\.state)\./;
    const unused = Object.keys(en).filter(
      (key) => !families.test(key) && sources.split(`"${key}"`).length < 4,
    );
    expect(unused).toEqual([]);
  });
});
