import { describe, expect, it } from "vitest";
import type { NodeView, PositionView, RoomView, ServerMessage, You } from "../src/protocol/messages";
import { isMine, requestWords } from "../src/room/request";
import { Room } from "../src/room/room.svelte";

const clock = { left: [null, null], whole: [null, null], running: null, control: "none" };
const position = (node: number, ply: number): PositionView => ({
  node,
  ply,
  cells: ".".repeat(9),
  turn: ply % 2 ? 1 : 0,
  moves: [],
  counts: [0, 0],
});
const step = (node: number, parent: number | null, ply: number): NodeView => ({
  node,
  parent,
  ply,
  text: `m${ply}`,
});

function view(): RoomView {
  return {
    id: "a",
    game: "nogo",
    options: {},
    title: { en: "NoGo", zh: "不围棋" },
    board: {
      style: "crossings",
      theme: "wood",
      size: 3,
      columns: ["A", "B", "C"],
      rows: ["3", "2", "1"],
      stars: [],
      players: [{ en: "Black" }, { en: "White" }],
    },
    seats: [
      { kind: "human", name: "Ada" },
      { kind: "friend", name: "Bob" },
    ],
    position: position(0, 0),
    nodes: [step(0, null, 0)],
    clock: { ...clock, running: null },
    chat: [],
    people: [],
    take_back: "ask",
    locked: false,
    phase: "playing",
  };
}

function enter(listener = {}): Room {
  const room = new Room("a", listener);
  room.apply({ type: "room", you: { seats: [0], owner: true, name: "Ada" }, room: view() });
  return room;
}
const moved = (ply: number): ServerMessage => ({
  type: "moved",
  node: step(ply, ply - 1, ply),
  position: position(ply, ply),
  clock: { ...clock, running: null },
});

describe("an invitation of a course program", () => {
  const course = (): RoomView => ({
    ...view(),
    seats: [
      { kind: "computer", name: "Ada" },
      { kind: "course", name: "Bob" },
    ],
    course: { state: "connected" },
    may: { owner: ["answer"] },
  });
  const you: You = { seats: [], owner: true, name: "Ada", roles: ["owner"] };

  it("says what it is, whoever asks", () => {
    const asked = { request: "invite", player: 1, name: "Bob", colour: 1 } as const;
    expect(requestWords(asked, course(), you)).toBe("Bob invites you to a game; you would play White.");
    expect(requestWords(asked, { ...course(), phase: "over" }, you)).toBe(
      "Bob invites you to another game; you would play White.",
    );
    expect(isMine(asked, course(), you)).toBe(false);
    const ours = { request: "invite", player: 0, name: "Ada", colour: 1 } as const;
    expect(isMine(ours, course(), you)).toBe(true);
    expect(requestWords(ours, course(), you)).toBe("Waiting for Bob's answer.");
    const watching: You = { seats: [], owner: false, name: "", roles: ["guest"] };
    expect(requestWords(asked, course(), watching)).toBe("Bob invites to a game.");
  });

  it("follows the link", () => {
    const room = new Room("a");
    room.apply({ type: "room", you, room: course() });
    const { people, seats, phase, locked } = course();
    room.apply({ type: "people", people, seats, phase, locked, course: { state: "gone" } });
    expect(room.view?.course?.state).toBe("gone");
  });
});

describe("a room kept up to date by messages", () => {
  it("follows the moves, and takes one that comes twice once", () => {
    const seen: number[] = [];
    const room = enter({ moved: (at: PositionView) => seen.push(at.ply) });
    room.apply(moved(1));
    room.apply(moved(2));
    room.apply(moved(2));
    expect(room.view?.nodes.map((node) => node.node)).toEqual([0, 1, 2]);
    expect(room.shown?.ply).toBe(2);
    expect(seen).toEqual([1, 2, 2]);
    expect(room.log.at(-1)?.text).toContain("m2");
  });

  it("stays where one looks while the game goes on", async () => {
    const room = enter();
    room.apply(moved(1));
    room.apply(moved(2));
    await room.look(1);
    room.apply(moved(3));
    expect(room.live).toBe(false);
    expect(room.shown?.ply).toBe(1);
    await room.look(3);
    expect(room.live).toBe(true);
  });

  it("goes back when moves are taken back", () => {
    const room = enter();
    room.apply(moved(1));
    room.apply({
      type: "taken-back",
      position: position(0, 0),
      nodes: [step(0, null, 0)],
      clock: { ...clock, running: null },
    });
    expect(room.view?.nodes).toHaveLength(1);
    expect(room.shown?.ply).toBe(0);
  });

  it("ends, and forgets requests and thoughts", () => {
    let ended = 0;
    const room = enter({ over: () => (ended += 1) });
    room.apply({ type: "requested", request: { request: "draw", player: 1, name: "Bob" } });
    room.apply({ type: "thinking", player: 1, progress: 0.5, nodes: 10, depth: 2, seconds: 0.1 });
    room.apply({
      type: "over",
      outcome: { winner: 0, reason: "time", text: { en: "Black wins." } },
      clock: { ...clock, running: null },
    });
    expect(room.view?.phase).toBe("over");
    expect(room.view?.request).toBeNull();
    expect(room.thinking).toBeUndefined();
    expect(ended).toBe(1);
  });

  it("forgets thoughts of a side that a person plays again", () => {
    const room = enter();
    const auto = (on: boolean): void => {
      const { people, seats, phase, locked } = view();
      const mine = { kind: "human", name: "Ada", auto: on } as const;
      room.apply({ type: "people", people, seats: [mine, ...seats.slice(1)], phase, locked });
    };
    const thinks = (): void =>
      room.apply({ type: "thinking", player: 0, progress: 0.5, nodes: 10, depth: 2, seconds: 0.1 });
    auto(true);
    thinks();
    expect(room.thinking?.nodes).toBe(10);
    auto(false);
    expect(room.thinking).toBeUndefined();
    thinks(); // was on its way
    expect(room.thinking).toBeUndefined();
  });

  it("names in an opening who puts a stone, not its colour", () => {
    const room = enter();
    room.apply({ type: "opening", opening: { step: "place3", side: 0, stones: 3 } });
    room.apply(moved(1));
    room.apply(moved(2));
    expect(room.log.slice(-2).map((line) => line.text)).toEqual(["1. Ada: m1", "2. Ada: m2"]);
  });

  it("tells only the one who asked how a request ended", () => {
    const answers: boolean[] = [];
    const room = enter({ ended: (granted: boolean) => answers.push(granted) });
    room.apply({ type: "requested", request: { request: "draw", player: 1, name: "Bob" } });
    room.apply({ type: "requested", request: null, granted: true });
    expect(answers).toEqual([]);
    room.apply({ type: "requested", request: { request: "take back", player: 0, name: "Ada" } });
    room.apply({ type: "requested", request: null, granted: false });
    expect(answers).toEqual([false]);
  });

  it("does not repeat a line of chat", () => {
    const room = enter();
    const chat = { number: 1, name: "Bob", seat: 1 as const, text: "<b>hi</b>", at: 0 };
    room.apply({ type: "said", chat });
    room.apply({ type: "said", chat });
    expect(room.view?.chat).toEqual([chat]);
  });

  it("asks the server's list what it may do, by its roles", () => {
    const room = new Room("a");
    const you = {
      seats: [0 as const],
      owner: true,
      name: "Ada",
      roles: ["player0" as const, "owner" as const],
    };
    room.apply({
      type: "room",
      you,
      room: { ...view(), may: { player0: ["undo"], guest: ["say"] }, acts: 0 },
    });
    expect(room.may("undo")).toBe(true);
    expect(room.may("say")).toBe(false);
    expect(room.mayAs(0, "undo")).toBe(true);
    expect(room.mayAs(1, "undo")).toBe(false);
    room.apply({ type: "may", may: { owner: ["say", "lock"] } });
    expect(room.may("undo")).toBe(false);
    expect(room.may("lock")).toBe(true);
    expect(room.view?.acts).toBe(0);
    room.apply({ ...moved(1), acts: 1 } as ServerMessage);
    expect(room.view?.acts).toBe(1);
    room.apply(moved(2));
    expect(room.view?.acts).toBe(null);
  });
});
