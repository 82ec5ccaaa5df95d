/** Times as shown: the server's figures, run on by the time since they came. */
import type { ClockView, Side } from "../protocol/messages";

/** Seconds left for a side, `elapsed` seconds after the message; undefined without a limit. */
export function remaining(clock: ClockView, side: Side, elapsed: number): number | undefined {
  const left = clock.left[side];
  if (left === null || left === undefined) return undefined;
  return clock.running === side ? Math.max(0, left - elapsed) : left;
}

/** What a clock shows: the main time or the running period, and how many periods there are still. */
export interface Shown {
  seconds: number;
  /** What a full bar means. */
  whole: number | undefined;
  periods: number | undefined;
  overtime: boolean;
}

/** With byo-yomi the time until the flag falls is the main time and all periods; only one of them is shown. */
export function shownTime(clock: ClockView, side: Side, left: number): Shown {
  const found = /^([\d.]+)\+(\d+)x([\d.]+)$/.exec(clock.control);
  if (!found)
    return { seconds: left, whole: clock.whole[side] ?? undefined, periods: undefined, overtime: false };
  const [main, periods, period] = found.slice(1).map(Number) as [number, number, number];
  const after = periods * period;
  if (left > after) return { seconds: left - after, whole: main, periods, overtime: false };
  const running = Math.max(Math.ceil(left / period - 1e-9), 0);
  return {
    seconds: Math.max(left - Math.max(running - 1, 0) * period, 0),
    whole: period,
    periods: running,
    overtime: true,
  };
}

/** The share of the bar that is full, 0 to 1. */
export function share({ seconds, whole }: Pick<Shown, "seconds" | "whole">): number {
  return whole ? Math.min(Math.max(seconds / whole, 0), 1) : 1;
}

/** Amber below a fifth, red below a tenth. */
export function urgency(part: number): "calm" | "warn" | "danger" {
  return part < 0.1 ? "danger" : part < 0.2 ? "warn" : "calm";
}

/** `1:05:09`, `4:07`, and tenths in the last ten seconds: `9.4`. */
export function clockText(seconds: number): string {
  if (seconds < 10) return (Math.floor(seconds * 10) / 10).toFixed(1);
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** Large numbers of nodes in a few figures. */
export function countText(count: number): string {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)}G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)}M`;
  if (count >= 1e4) return `${Math.round(count / 1e3)}k`;
  return String(count);
}
