/** Drawing with a mouse or keys: from one cell to another is an arrow, on one cell a circle. */
import type { Shape } from "./types";

export function shapeBetween(from: number, to: number): Shape {
  return from === to ? { kind: "circle", cell: from } : { kind: "arrow", cell: from, to };
}

function same(one: Shape, other: Shape): boolean {
  return one.kind === other.kind && one.cell === other.cell && (one.to ?? null) === (other.to ?? null);
}

/** The shapes with one more, or without it if it was there. */
export function toggled<Known extends Shape>(shapes: readonly Known[], shape: Known): Known[] {
  const rest = shapes.filter((known) => !same(known, shape));
  return rest.length < shapes.length ? rest : [...shapes, shape];
}
