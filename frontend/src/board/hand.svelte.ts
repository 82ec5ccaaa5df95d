/** What a mouse, a finger or a key does on a board: aim, choose a piece, drag it, play, draw. */
import { CELL, cellAt, centre, type Geometry } from "./geometry";
import { shapeBetween } from "./sketch";
import type { BoardMove, Shape, Stone } from "./types";

/** What a board reports. */
export interface Handlers {
  onmove?: ((move: number) => void) | undefined;
  onillegal?: ((cell: number, from: number | undefined) => void) | undefined;
  onblocked?: (() => void) | undefined;
  onhover?: ((cell: number | undefined) => void) | undefined;
  /** A tap aimed; another one there plays. */
  onaim?: (() => void) | undefined;
  /** A tap magnified the board; the next one plays. */
  onmagnify?: (() => void) | undefined;
  /** Something was drawn: with the right button, with Shift, or by the key D at its start and its end. */
  ondraw?: ((shape: Shape) => void) | undefined;
}

/** The board under the hand, as it is now. */
export interface Table extends Handlers {
  board: Geometry;
  moves: readonly BoardMove[];
  cells: string;
  turn: Stone;
  /** Pieces are moved, not placed. */
  moving: boolean;
  blocked: boolean;
  /** A tap magnifies before it plays. */
  large: boolean;
  /** The first tap aims, the second plays. */
  confirm: boolean;
  /** Every press draws, none plays. */
  sketching: boolean;
  root: HTMLElement;
  /** The drawing, which may be magnified. */
  plane: HTMLElement;
}

interface Point {
  x: number;
  y: number;
}

export class Hand {
  hovered = $state<number>();
  selected = $state<number>();
  aimed = $state<number>();
  refused = $state<{ cell: number; count: number }>();
  drag = $state<Point & { from: number; active: boolean }>();
  /** Where a drawing began, by a button that is held or by a key. */
  sketch = $state<{ from: number; held: boolean }>();
  /** Where a finger touched a large board, in percent: that part is shown larger, and the next tap plays. */
  magnified = $state<Point>();

  constructor(private readonly table: () => Table) {}

  /** Another position: nothing is held. */
  rest(): void {
    this.selected = this.aimed = this.drag = this.magnified = this.sketch = undefined;
  }

  drop(): void {
    this.drag = this.sketch = undefined;
  }

  /** A cell was clicked, tapped, or chosen by Enter. */
  press(cell: number, touch: boolean): void {
    const { board, moves, cells, turn, moving, blocked, sketching, large, onblocked, onmagnify } =
      this.table();
    if (sketching) return; // the pointer has drawn already
    if (blocked) {
      onblocked?.();
    } else if (!moving && touch && !this.magnified && large) {
      const at = centre(board, cell);
      this.magnified = { x: (at.x / board.width) * 100, y: (at.y / board.height) * 100 };
      onmagnify?.();
    } else if (!moving) {
      this.play(cell, undefined, touch);
    } else if (this.selected === undefined || cells[cell] === turn) {
      const can = moves.some((move) => move.from === cell);
      if (this.selected === cell) this.selected = undefined;
      else if (can) this.selected = cell;
      else this.refuse(cell);
    } else {
      this.play(cell, this.selected, touch);
    }
  }

  /** The key D: the first time here it begins, the second time there it ends. */
  drawByKey(cell: number): void {
    if (this.sketch) this.draw(cell);
    else this.sketch = { from: cell, held: false };
  }

  down(event: PointerEvent): void {
    const { board, moves, moving, blocked, sketching, root, ondraw } = this.table();
    const point = this.pointOf(event);
    const cell = cellAt(board, point);
    const drawing =
      event.pointerType !== "touch" && (event.button === 2 || (event.button === 0 && event.shiftKey));
    if (ondraw && (sketching || drawing)) {
      if (cell === undefined) return;
      this.sketch = { from: cell, held: true };
      this.hovered = cell;
      root.setPointerCapture(event.pointerId);
      return;
    }
    if (blocked || !moving || event.button !== 0) return;
    if (cell !== undefined && moves.some((move) => move.from === cell))
      this.drag = { from: cell, ...point, active: false };
  }

  hover(event: PointerEvent): void {
    const { board, root, onhover } = this.table();
    const point = this.pointOf(event);
    const cell = cellAt(board, point);
    if ((event.pointerType !== "touch" || this.sketch?.held) && cell !== this.hovered) {
      this.hovered = cell;
      onhover?.(cell);
    }
    const { drag } = this;
    if (!drag) return;
    const started = drag.active || Math.hypot(point.x - drag.x, point.y - drag.y) > CELL * 0.3;
    if (started) {
      if (!drag.active) root.setPointerCapture(event.pointerId);
      this.selected = drag.from;
      this.hovered = cell;
      this.drag = { from: drag.from, ...point, active: true };
    }
  }

  up(event: PointerEvent): void {
    const cell = cellAt(this.table().board, this.pointOf(event));
    if (this.sketch?.held) {
      this.draw(cell);
      if (event.pointerType === "touch") this.hovered = undefined;
      return;
    }
    const dragged = this.drag;
    this.drag = undefined;
    if (!dragged?.active) return;
    if (cell === undefined || cell === dragged.from) this.selected = undefined;
    else this.play(cell, dragged.from, false);
  }

  leave(): void {
    this.hovered = undefined;
    this.table().onhover?.(undefined);
  }

  private play(to: number, from: number | undefined, touch: boolean): void {
    const { moves, confirm, onaim, onmove } = this.table();
    const move = moves.find((candidate) => candidate.to === to && candidate.from === from);
    if (!move) {
      this.selected = undefined;
      this.refuse(to, from);
    } else if (touch && confirm && this.aimed !== to) {
      this.aimed = to;
      onaim?.();
    } else {
      this.aimed = this.selected = undefined;
      onmove?.(move.number);
    }
  }

  private refuse(cell: number, from?: number): void {
    this.refused = { cell, count: (this.refused?.count ?? 0) + 1 };
    this.table().onillegal?.(cell, from);
  }

  private draw(to: number | undefined): void {
    const from = this.sketch?.from;
    this.sketch = undefined;
    if (from !== undefined && to !== undefined) this.table().ondraw?.(shapeBetween(from, to));
  }

  private pointOf(event: PointerEvent): Point {
    const { board, plane } = this.table();
    const box = plane.getBoundingClientRect();
    const scale = board.width / box.width;
    return { x: (event.clientX - box.left) * scale, y: (event.clientY - box.top) * scale };
  }
}
