/** Things that the keyboard does while an item is labelled. */
export interface LabelMoves {
  /** Chooses the value with this number, from 1, of the current score. */
  readonly chooseValue: (number: number) => void;
  readonly clearValue: () => void;
  readonly enterValue: () => void;
  readonly moveScore: (step: 1 | -1) => void;
  readonly complete: () => void;
  readonly skip: () => void;
  readonly moveItem: (step: 1 | -1) => void;
  readonly showKeys: () => void;
}

/** Key, its meaning for people, and its effect. */
interface LabelKey {
  readonly keys: readonly string[];
  readonly label: string;
  readonly move: (moves: LabelMoves, key: string) => void;
}

/** Keys of the form that labels an item. */
export const LABEL_KEYS: readonly LabelKey[] = [
  {
    keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"],
    label: "value of the current score, or the begin of its number",
    move: ({ chooseValue }, key) => chooseValue(Number(key)),
  },
  { keys: ["e"], label: "enter the number or text of the current score", move: ({ enterValue }) => enterValue() },
  { keys: ["x"], label: "take the value back", move: ({ clearValue }) => clearValue() },
  { keys: ["ArrowDown"], label: "next score", move: ({ moveScore }) => moveScore(1) },
  { keys: ["ArrowUp"], label: "previous score", move: ({ moveScore }) => moveScore(-1) },
  { keys: ["c"], label: "complete, and go to the next item to label", move: ({ complete }) => complete() },
  { keys: ["s"], label: "skip to the next item to label", move: ({ skip }) => skip() },
  { keys: ["n"], label: "next item", move: ({ moveItem }) => moveItem(1) },
  { keys: ["p"], label: "previous item", move: ({ moveItem }) => moveItem(-1) },
  { keys: ["?"], label: "show the keys", move: ({ showKeys }) => showKeys() },
];
