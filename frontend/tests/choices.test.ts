import { describe, expect, it } from "vitest";
import { clockWords, optionValue, seatFor } from "../src/start/choices";

describe("choices of a new game", () => {
  it("say clocks in words", () => {
    expect(["none", "10/move", "300", "90", "300+5", "300+3x30", "odd"].map(clockWords)).toEqual([
      "No clock",
      "10 s a move",
      "5 min",
      "90 s",
      "5 min + 5 s a move",
      "5 min, then 3 × 30 s",
      "odd",
    ]);
  });

  it("give the server its own values back", () => {
    const option = { name: "size", default: 15, choices: [9, 15, 19], label: {}, labels: {} };
    expect(optionValue(option, "19")).toBe(19);
    expect(optionValue(option, "20")).toBe(15);
  });

  it("seat programs by their spec and engines by their name", () => {
    expect(seatFor("level:3")).toEqual({ kind: "computer", spec: "level:3" });
    expect(seatFor("engine rapfi 1")).toEqual({ kind: "engine", spec: "rapfi 1" });
  });
});
