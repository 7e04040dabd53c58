import type { OpenRows } from "./open-rows.ts";
import type { TreeNode } from "./trace-tree.ts";

/** Tree as the keyboard moves through it. */
export interface TreeMoves {
  readonly rows: OpenRows;
  readonly chosen: TreeNode | undefined;
  readonly choose: (node: TreeNode | undefined) => void;
  /** Chooses the next or previous node that the search finds. */
  readonly chooseFound: (step: 1 | -1) => void;
  readonly focusSearch: () => void;
  /** Moves the focus to a section of the chosen observation, counted from 1. */
  readonly focusSection: (place: number) => void;
  readonly toggleCriticalPath: () => void;
  readonly showKeys: () => void;
}

/** Nodes that Page Up and Page Down pass. */
const PAGE = 20;

/** Key, what it does for people, and what it does. */
export interface TreeKey {
  readonly keys: readonly string[];
  readonly label: string;
  readonly move: (moves: TreeMoves, key: string) => void;
}

const by =
  (step: number) =>
  ({ rows: { shown }, chosen, choose }: TreeMoves): void => {
    const place = chosen === undefined ? -1 : shown.indexOf(chosen);
    choose(shown[Math.max(0, Math.min(shown.length - 1, place + step))]);
  };

export const TREE_KEYS: readonly TreeKey[] = [
  { keys: ["ArrowDown"], label: "next observation", move: by(1) },
  { keys: ["ArrowUp"], label: "previous observation", move: by(-1) },
  { keys: ["PageDown"], label: "20 observations on", move: by(PAGE) },
  { keys: ["PageUp"], label: "20 observations back", move: by(-PAGE) },
  { keys: ["Home"], label: "first observation", move: by(-Infinity) },
  { keys: ["End"], label: "last observation", move: by(Infinity) },
  {
    keys: ["ArrowRight"],
    label: "open, or go to the first child",
    move: ({ chosen, rows, choose }) => {
      if (chosen === undefined) return;
      if (rows.isClosed(chosen)) rows.open(chosen);
      else if (chosen.children[0]) choose(chosen.children[0]);
    },
  },
  {
    keys: ["ArrowLeft"],
    label: "close, or go to the parent",
    move: ({ chosen, rows, choose }) => {
      if (chosen === undefined) return;
      if (rows.canClose(chosen)) rows.close(chosen);
      else if (chosen.parent) choose(chosen.parent);
    },
  },
  {
    keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
    label: "section of the observation (Escape returns)",
    move: ({ focusSection }, key) => focusSection(Number(key)),
  },
  { keys: ["c"], label: "mark the critical path", move: ({ toggleCriticalPath }) => toggleCriticalPath() },
  { keys: ["]"], label: "next found or failed observation", move: ({ chooseFound }) => chooseFound(1) },
  { keys: ["["], label: "previous found or failed observation", move: ({ chooseFound }) => chooseFound(-1) },
  { keys: ["/"], label: "search", move: ({ focusSearch }) => focusSearch() },
  { keys: ["?"], label: "show the keys", move: ({ showKeys }) => showKeys() },
];
