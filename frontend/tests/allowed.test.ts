import { describe, expect, it } from "vitest";
import type { PositionView, RoomView, SeatView, Side } from "../src/protocol/messages";
import { canHint, canTakeBack, whyNoAnalysis, whyNoChat } from "../src/room/allowed";

const seat = (kind: SeatView["kind"]) => ({ kind }) as SeatView;
const COMPUTER = [seat("human"), seat("computer")];

const at = (ply: number, turn: Side, changed: Partial<RoomView> = {}) => ({
  position: { node: ply, ply, cells: "", turn, moves: [], counts: [0, 0] } satisfies PositionView,
  origin: null,
  phase: "playing" as RoomView["phase"],
  seats: COMPUTER,
  take_back: "free" as RoomView["take_back"],
  locked: false,
  ...changed,
});
const tried = (start: number) => ({ origin: { id: "a", node: start, ply: start } });

describe("taking back", () => {
  it("needs a move of mine", () => {
    expect(canTakeBack(at(0, 0), [0])).toBe(false);
    expect(canTakeBack(at(1, 1), [0])).toBe(true);
    // Only the computer has moved.
    expect(canTakeBack(at(1, 1), [1])).toBe(false);
    expect(canTakeBack(at(2, 0), [1])).toBe(true);
    // From a position in which White begins.
    expect(canTakeBack(at(1, 0), [0])).toBe(false);
    expect(canTakeBack(at(1, 0), [1])).toBe(true);
  });

  it("is open to both sides at one device, and to nobody who watches", () => {
    expect(canTakeBack(at(1, 1), [0, 1])).toBe(true);
    expect(canTakeBack(at(0, 0), [0, 1])).toBe(false);
    expect(canTakeBack(at(1, 1), [])).toBe(false);
  });

  it("stops where a try-out began", () => {
    expect(canTakeBack(at(4, 0, tried(4)), [0, 1])).toBe(false);
    expect(canTakeBack(at(5, 1, tried(4)), [1])).toBe(false);
    expect(canTakeBack(at(5, 1, tried(4)), [0])).toBe(true);
  });

  it("is for one's own stones in an opening, which has no hints", () => {
    const opening = { step: "place3" as const, side: 0 as Side, stones: 2, choices: [] };
    expect(canTakeBack(at(1, 1, { opening }), [0])).toBe(true);
    expect(canTakeBack(at(0, 0, { opening }), [0])).toBe(false);
    expect(canTakeBack(at(1, 1, { opening }), [1])).toBe(false);
    expect(canHint(at(1, 1, { opening }), [0])).toBe(false);
  });

  it("follows the game's rule and its end", () => {
    const friend = { seats: [seat("human"), seat("friend")] };
    expect(canTakeBack(at(1, 1, { take_back: "never" }), [0])).toBe(false);
    expect(canTakeBack(at(1, 1, { seats: [seat("human"), seat("course")] }), [0])).toBe(false);
    expect(canTakeBack(at(9, 1, { phase: "over" }), [0])).toBe(true);
    expect(canTakeBack(at(0, 0, { phase: "over" }), [0])).toBe(false);
    expect(canTakeBack(at(9, 1, { phase: "over", ...friend }), [0])).toBe(false);
    expect(canTakeBack(at(9, 1, friend), [0])).toBe(true);
    expect(canTakeBack(at(9, 1, { phase: "waiting" }), [0])).toBe(false);
  });
});

describe("a hint", () => {
  it("is for a game against the computer that nobody locked", () => {
    expect(canHint(at(0, 0), [0])).toBe(true);
    expect(canHint(at(0, 0), [])).toBe(false);
    expect(canHint(at(0, 0, { locked: true }), [0])).toBe(false);
    expect(canHint(at(0, 0, { phase: "over" }), [0])).toBe(false);
    const friend = { seats: [seat("human"), seat("friend")] };
    expect(canHint(at(0, 0, friend), [0])).toBe(false);
    // Two people at one device may ask together.
    expect(canHint(at(0, 0, { seats: [seat("human"), seat("human")] }), [0, 1])).toBe(true);
  });
});

describe("the chat", () => {
  const you = { seats: [], owner: false, chat: true };

  it("is closed to spectators until the owner lets them, and to strangers always", () => {
    expect(whyNoChat({ spectator_chat: false }, you)).toBe("chat.closed");
    expect(whyNoChat({ spectator_chat: true }, you)).toBe("");
    expect(whyNoChat({ spectator_chat: true }, { ...you, chat: false })).toBe("chat.token");
    expect(whyNoChat({ spectator_chat: false }, { ...you, seats: [1] })).toBe("");
    expect(whyNoChat({ spectator_chat: false }, { ...you, owner: true })).toBe("");
  });
});

describe("the engine", () => {
  const why = (phase: RoomView["phase"], locked: boolean, server_owner: boolean, serverLocked: boolean) =>
    whyNoAnalysis({ phase, locked }, { server_owner }, serverLocked);

  it("is closed during a locked game, to everyone", () => {
    expect(why("playing", true, true, false)).toBe("analysis.locked");
    expect(why("waiting", true, false, true)).toBe("analysis.locked");
    expect(why("playing", false, false, false)).toBe("");
  });

  it("is open after a game, on a locked server to its owner alone", () => {
    expect(why("over", true, false, false)).toBe("");
    expect(why("review", true, false, true)).toBe("analysis.closed");
    expect(why("over", true, true, true)).toBe("");
  });
});
