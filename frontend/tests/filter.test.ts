import { expect, test } from "vitest";
import { filterAddress, parseFilter, question, WHOLE } from "../src/library/filter";

test("the address names what is shown, and nothing that is usual", () => {
  expect(filterAddress(WHOLE)).toBe("");
  const filter = {
    game: "loa",
    state: "black",
    date: "week",
    order: "oldest",
    text: " a b ",
    offset: 50,
  } as const;
  const address = filterAddress(filter);
  expect(address).toBe("?game=loa&state=black&date=week&order=oldest&text=a+b&from=50");
  expect(parseFilter(address)).toEqual({ ...filter, text: "a b" });
});

test("what an address cannot mean is left out", () => {
  expect(parseFilter("?state=odd&from=-3&date=never&order=best")).toEqual(WHOLE);
});

test("who has won is asked for, or whether it is over, and since when", () => {
  const now = new Date(2026, 10, 17, 10, 30).getTime();
  expect(question(WHOLE, now)).toEqual({ game: "", text: "", order: "newest", offset: 0, state: "all" });
  expect(question({ ...WHOLE, state: "draw" }, now)).toMatchObject({ result: "draw" });
  const midnight = new Date(2026, 10, 17).getTime() / 1000;
  expect(question({ ...WHOLE, date: "day" }, now).since).toBe(midnight);
  expect(question({ ...WHOLE, date: "week" }, now).since).toBe(midnight - 6 * 86_400);
});
