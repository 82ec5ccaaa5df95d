import { expect, test } from "vitest";
import { lossText, proofText, valueSign, valueText } from "../src/room/value";

const DISCS = { en: "{points} discs", zh: "{points} 子" };

test("a win rate is a share, and what is not known is said so", () => {
  expect(valueText({ win_rate: 0.4567 }, null)).toBe("45.7 %");
  expect(valueSign({ win_rate: 0.4567 }, null)).toBe("46");
  expect(valueText({ win_rate: null }, null)).toBe("unknown");
  expect(valueSign({ win_rate: null }, null)).toBe("?");
});

test("points are said where the game has them", () => {
  expect(valueText({ win_rate: 0.6, score: 4 }, DISCS)).toBe("+4 discs");
  expect(valueText({ win_rate: 0.4, score: -2.51 }, DISCS)).toBe("−2.5 discs");
  expect(valueSign({ win_rate: 0.4, score: -2.51 }, DISCS)).toBe("−3");
  expect(valueText({ win_rate: 0.6, score: 325 }, null)).toBe("60.0 %");
});

test("a proof says how long it takes", () => {
  expect(proofText({ proven: "win", plies: 5 })).toBe("win in 5");
  expect(proofText({ proven: "loss" })).toBe("proven loss");
  expect(proofText({})).toBe("");
  expect(valueSign({ win_rate: 0, proven: "loss", plies: 4 }, null)).toBe("−#4");
});

test("what a move cost", () => {
  expect(lossText({ loss: 0.312 }, null)).toBe("−31 %");
  expect(lossText({ loss: 0.312, loss_points: 6 }, DISCS)).toBe("−6");
  expect(lossText({ loss: null }, null)).toBe("");
});
