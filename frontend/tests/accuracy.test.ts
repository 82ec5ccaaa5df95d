import { expect, test } from "vitest";
import type { NodeView } from "../src/protocol/messages";
import { meanAccuracy, moveAccuracy, summaryOf } from "../src/review/accuracy";
import { growTree } from "../src/room/tree";

function line(...losses: [number | null, NodeView["mark"]][]): NodeView[] {
  return [
    { node: 0, parent: null, ply: 0 },
    ...losses.map(([loss, mark], index) => ({ node: index + 1, parent: index, ply: index + 1, loss, mark })),
  ];
}

test("a move that costs nothing is all right, and more cost is less accurate", () => {
  expect(moveAccuracy(0)).toBeCloseTo(100, 1);
  const falling = [0, 0.05, 0.2, 0.5, 1].map(moveAccuracy);
  expect([...falling].sort((one, other) => other - one)).toEqual(falling);
  expect(moveAccuracy(1)).toBe(0);
});

test("nothing judged is not known", () => {
  expect(meanAccuracy([])).toBeUndefined();
  expect(summaryOf(growTree(line([null, ""])), 0)[0].accuracy).toBeUndefined();
});

test("one bad move among many weighs more than its share", () => {
  const mean = (9 * moveAccuracy(0) + moveAccuracy(0.5)) / 10;
  expect(meanAccuracy([...Array<number>(9).fill(0), 0.5])).toBeLessThan(mean);
});

test("each side has its own faults, whoever begins", () => {
  const tree = growTree(line([0, ""], [0.3, "blunder"], [0.1, "inaccuracy"], [0.4, "blunder"]));
  const [black, white] = summaryOf(tree, 0);
  expect(black.counts).toEqual({ blunder: 0, mistake: 0, inaccuracy: 1 });
  expect(white.counts).toEqual({ blunder: 2, mistake: 0, inaccuracy: 0 });
  expect(white.accuracy).toBeLessThan(black.accuracy ?? 0);
  expect(summaryOf(tree, 1)[0].counts.blunder).toBe(2);
});
