import { expect, test } from "vitest";
import { shapeBetween, toggled } from "../src/board/sketch";

test("on one cell a circle, to another an arrow", () => {
  expect(shapeBetween(3, 3)).toEqual({ kind: "circle", cell: 3 });
  expect(shapeBetween(3, 4)).toEqual({ kind: "arrow", cell: 3, to: 4 });
});

test("drawn twice it is gone", () => {
  const circle = shapeBetween(3, 3);
  const both = toggled([circle], shapeBetween(3, 4));
  expect(both).toHaveLength(2);
  expect(toggled(both, { kind: "circle", cell: 3, to: null })).toEqual([shapeBetween(3, 4)]);
});
