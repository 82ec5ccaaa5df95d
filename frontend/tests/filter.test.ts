import { describe, expect, it } from "vitest";
import { filterAddress, parseFilter, type Filter } from "../src/library/filter";

describe("the library's address", () => {
  it("names what is shown and leads back to it", () => {
    const all: Filter = { game: "", state: "all", text: "", offset: 0 };
    expect(filterAddress(all)).toBe("");
    expect(parseFilter("")).toEqual(all);
    const some: Filter = { game: "loa", state: "finished", text: "Ada & 博弈", offset: 100 };
    expect(parseFilter(filterAddress(some))).toEqual(some);
  });

  it("takes no rubbish", () => {
    expect(parseFilter("?state=none&from=-3")).toEqual({ game: "", state: "all", text: "", offset: 0 });
    expect(parseFilter("?from=1.5").offset).toBe(0);
  });
});
