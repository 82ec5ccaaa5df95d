import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RoomSocket, type Connection } from "../src/net/socket";
import type { ServerMessage } from "../src/protocol/messages";

/** A wire with both ends in our hands. */
class Wire {
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(): void {
    this.readyState = 3;
    this.onclose?.();
  }
}

describe("the socket of a room", () => {
  let wires: Wire[] = [];
  let states: Connection[] = [];
  let heard: ServerMessage[] = [];
  let socket: RoomSocket;
  const newest = (): Wire => wires[wires.length - 1] as Wire;

  beforeEach(() => {
    vi.useFakeTimers();
    wires = [];
    states = [];
    heard = [];
    socket = new RoomSocket({
      address: "ws://test",
      join: () => ({ type: "join", token: "t", name: "", language: "en" }),
      receive: (message) => heard.push(message),
      changed: (state) => states.push(state),
      open: () => {
        const wire = new Wire();
        wires.push(wire);
        return wire as unknown as WebSocket;
      },
    });
  });
  afterEach(() => {
    socket.close();
    vi.useRealTimers();
  });

  it("joins first and says nothing else before it is let in", () => {
    void socket.send({ type: "look", node: 1 });
    newest().open();
    expect(newest().sent).toEqual([{ type: "join", token: "t", name: "", language: "en" }]);
    newest().hear({ type: "room" });
    expect(newest().sent[1]).toMatchObject({ type: "look", node: 1 });
    expect(states).toEqual(["connecting", "open"]);
  });

  it("answers the message that was meant", async () => {
    newest().open();
    newest().hear({ type: "room" });
    const first = socket.send({ type: "say", text: "a" });
    const second = socket.send({ type: "say", text: "b" });
    newest().hear({ type: "refused", ref: 2, code: "too-many", text: {} });
    newest().hear({ type: "done", ref: 1 });
    expect((await first).type).toBe("done");
    expect((await second).type).toBe("refused");
  });

  it("comes back by itself, sends a move again and gives up what must not be done twice", async () => {
    newest().open();
    newest().hear({ type: "room" });
    void socket.send({ type: "play", ply: 1, move: 40 });
    const undo = socket.send({ type: "act", what: "undo" });
    newest().drop();
    expect(states.at(-1)).toBe("lost");
    vi.advanceTimersByTime(400);
    expect(wires).toHaveLength(2);
    newest().open();
    newest().hear({ type: "room" });
    expect(newest().sent.slice(1)).toEqual([{ type: "play", ply: 1, move: 40, ref: 1 }]);
    expect(await undo).toMatchObject({ type: "refused", code: "lost" });
    expect(states.at(-1)).toBe("open");
  });

  it("waits longer after each failure, but not for ever", () => {
    for (let round = 0; round < 8; round += 1) {
      newest().drop();
      vi.advanceTimersByTime(5_000);
    }
    expect(wires).toHaveLength(9);
  });

  it("stays closed once it is closed", () => {
    socket.close();
    newest().drop();
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);
  });
});
