import { describe, expect, it } from "vitest";
import type { ClockView } from "../src/protocol/messages";
import { clockText, countText, remaining, share, shownTime, urgency } from "../src/room/clock";

const clock: ClockView = { left: [60, null], whole: [300, null], running: 0, control: "300" };

describe("clocks", () => {
  it("run on from the server's figure for the side that is to move", () => {
    expect(remaining(clock, 0, 12.5)).toBe(47.5);
    expect(remaining(clock, 0, 100)).toBe(0);
    expect(remaining({ ...clock, running: null }, 0, 12.5)).toBe(60);
    expect(remaining(clock, 1, 5)).toBeUndefined();
  });

  it("fill the bar, amber below a fifth, red below a tenth", () => {
    expect(share(shownTime(clock, 0, 60))).toBeCloseTo(0.2);
    expect(share({ seconds: 60, whole: undefined })).toBe(1);
    expect([0.5, 0.2, 0.199, 0.1, 0.0999].map(urgency)).toEqual(["calm", "calm", "warn", "warn", "danger"]);
  });

  it("are written short, with tenths at the end", () => {
    expect([3_909, 247, 60, 59.9, 10, 9.99, 9.4, 0].map(clockText)).toEqual([
      "1:05:09",
      "4:07",
      "1:00",
      "0:59",
      "0:10",
      "9.9",
      "9.4",
      "0.0",
    ]);
  });

  it("count nodes in a few figures", () => {
    expect([950, 9_999, 12_345, 1_234_567, 2.5e9].map(countText)).toEqual([
      "950",
      "9999",
      "12k",
      "1.2M",
      "2.5G",
    ]);
  });

  it("shows the main time, then one period after the other", () => {
    const byoyomi = {
      left: [390, 390],
      whole: [390, 390],
      running: 0,
      control: "300+3x30",
    } satisfies ClockView;
    const at = (left: number) => shownTime(byoyomi, 0, left);
    expect(at(390)).toEqual({ seconds: 300, whole: 300, periods: 3, overtime: false });
    expect(at(91).seconds).toBe(1);
    expect(at(90)).toEqual({ seconds: 30, whole: 30, periods: 3, overtime: true });
    expect(at(61)).toMatchObject({ seconds: 1, periods: 3 });
    expect(at(60)).toMatchObject({ seconds: 30, periods: 2 });
    expect(at(12.5)).toMatchObject({ seconds: 12.5, periods: 1 });
    expect(at(0)).toMatchObject({ seconds: 0, periods: 0 });
    expect(share(at(15))).toBeCloseTo(0.5);
  });
});
