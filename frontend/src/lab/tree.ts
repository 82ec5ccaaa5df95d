/** Where drawn nodes are, which of them can be seen, and which one lies next to another. */
import type { TreeNode } from "./types";

export const WIDE = 84;
export const HIGH = 84;

/** The part of the drawing that is looked at: its corner in the drawing, and the window in pixels. */
export interface Frame {
  x: number;
  y: number;
  zoom: number;
  width: number;
  height: number;
}

export function inView([, , x, y]: TreeNode, frame: Frame): boolean {
  const left = (x * WIDE - frame.x) * frame.zoom;
  const top = (y * HIGH - frame.y) * frame.zoom;
  return (
    left < frame.width && left + WIDE * frame.zoom > 0 && top < frame.height && top + HIGH * frame.zoom > 0
  );
}

/** Below this size nobody reads it. */
export function textFits(zoom: number): boolean {
  return zoom > 0.4;
}

export function edgePath([, , x1, y1]: TreeNode, [, , x2, y2]: TreeNode): string {
  const from = { x: (x1 + 0.5) * WIDE, y: (y1 + 0.5) * HIGH + 20 };
  const to = { x: (x2 + 0.5) * WIDE, y: (y2 + 0.5) * HIGH - 20 };
  return `M${from.x} ${from.y}L${to.x} ${to.y}`;
}

/** The node that an arrow key leads to: the parent, the middle child, a neighbour in the row. */
export function nearest(node: TreeNode, key: string, nodes: readonly TreeNode[]): TreeNode | undefined {
  const [number, parent, x, y] = node;
  if (key === "ArrowUp") return nodes.find((one) => one[0] === parent);
  const closest = (found: TreeNode[]): TreeNode | undefined =>
    found.reduce<TreeNode | undefined>(
      (best, one) => (best === undefined || Math.abs(one[2] - x) < Math.abs(best[2] - x) ? one : best),
      undefined,
    );
  if (key === "ArrowDown") return closest(nodes.filter((one) => one[1] === number));
  if (key === "ArrowLeft") return closest(nodes.filter((one) => one[3] === y && one[2] < x));
  if (key === "ArrowRight") return closest(nodes.filter((one) => one[3] === y && one[2] > x));
  return undefined;
}
