/** The record as the move list shows it: the main line in pairs, variations under the move they replace. */
import type { NodeView } from "../protocol/messages";

export interface Tree {
  byId: Map<number, NodeView>;
  children: Map<number, number[]>;
  root: number;
}

export function growTree(nodes: readonly NodeView[]): Tree {
  const byId = new Map<number, NodeView>();
  const children = new Map<number, number[]>();
  let root = 0;
  for (const node of nodes) {
    byId.set(node.node, node);
    if (node.parent === null) {
      root = node.node;
      continue;
    }
    const siblings = children.get(node.parent);
    if (siblings) siblings.push(node.node);
    else children.set(node.parent, [node.node]);
  }
  return { byId, children, root };
}

/** The nodes from the root along first children. */
export function mainLine(tree: Tree, from = tree.root): NodeView[] {
  const line: NodeView[] = [];
  let at: number | undefined = from;
  while (at !== undefined) {
    const node = tree.byId.get(at);
    if (!node) break;
    line.push(node);
    at = tree.children.get(at)?.[0];
  }
  return line;
}

/** The nodes from the root to this one. */
export function pathTo(tree: Tree, node: number): NodeView[] {
  const path: NodeView[] = [];
  let at: number | null | undefined = node;
  while (at !== null && at !== undefined) {
    const found: NodeView | undefined = tree.byId.get(at);
    if (!found) break;
    path.unshift(found);
    at = found.parent;
  }
  return path;
}

export function isMain(tree: Tree, node: number): boolean {
  return pathTo(tree, node).every(
    (step) => step.parent === null || tree.children.get(step.parent)?.[0] === step.node,
  );
}

/** The last node of the line that `node` lies on. */
export function lineEnd(tree: Tree, node: number): number {
  const line = mainLine(tree, node);
  return line[line.length - 1]?.node ?? node;
}

/** The next or previous branch beside this node, going around. */
export function otherBranch(tree: Tree, node: number, step: 1 | -1): number {
  let at = tree.byId.get(node);
  while (at && at.parent !== null) {
    const siblings = tree.children.get(at.parent) ?? [];
    if (siblings.length > 1) {
      const place = siblings.indexOf(at.node);
      return siblings[(place + step + siblings.length) % siblings.length] as number;
    }
    at = tree.byId.get(at.parent);
  }
  return node;
}

export interface Row {
  kind: "moves";
  /** The number of its first move: moves are counted singly, as in variations and on the stones. */
  number: number;
  first: NodeView | undefined;
  second: NodeView | undefined;
}

export interface Branch {
  kind: "branch";
  depth: number;
  moves: NodeView[];
}

export interface Remark {
  kind: "comment";
  node: number;
  text: string;
}

/**
 * What the list shows, in order. Rows hold two plies; a row is broken by a comment or by variations, as in a
 * printed game.
 */
export function listing(tree: Tree): (Row | Branch | Remark)[] {
  const result: (Row | Branch | Remark)[] = [];
  const root = tree.byId.get(tree.root);
  if (root?.comment) result.push({ kind: "comment", node: root.node, text: root.comment });
  let row: Row | undefined;
  for (const node of mainLine(tree).slice(1)) {
    const first = node.ply % 2 === 1;
    if (first || !row) {
      row = {
        kind: "moves",
        number: node.ply,
        first: first ? node : undefined,
        second: first ? undefined : node,
      };
      result.push(row);
    } else {
      row.second = node;
    }
    const siblings = node.parent === null ? [] : (tree.children.get(node.parent) ?? []).slice(1);
    if (node.comment) result.push({ kind: "comment", node: node.node, text: node.comment });
    for (const sibling of siblings) branches(tree, sibling, 0, result);
    if (node.comment || siblings.length > 0) row = undefined;
  }
  return result;
}

function branches(tree: Tree, start: number, depth: number, result: (Row | Branch | Remark)[]): void {
  const moves = mainLine(tree, start);
  result.push({ kind: "branch", depth, moves });
  for (const node of moves)
    if (node.comment) result.push({ kind: "comment", node: node.node, text: node.comment });
  for (const node of moves.slice(1)) {
    for (const sibling of (tree.children.get(node.parent as number) ?? []).slice(1)) {
      branches(tree, sibling, depth + 1, result);
    }
  }
}
