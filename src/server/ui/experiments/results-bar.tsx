import type { ReactElement } from "react";
import { countText } from "../components/format.ts";
import { ITEM_ORDERS } from "./item-order.ts";
import type { ResultsState } from "./results-state.ts";

interface ResultsBarProps {
  state: ResultsState;
  /** Score that decides the order, and all that can. */
  score: string;
  scores: readonly string[];
  /** Number of items that the filter leaves, and of all items. */
  shown: number;
  all: number;
}

/** Order and filter of the items. */
export function ResultsBar({ state, score, scores, shown, all }: ResultsBarProps): ReactElement {
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 py-2">
      <h2 className="font-semibold">Items</h2>
      <select
        aria-label="Order"
        className="field"
        value={state.order}
        onChange={({ target }) => state.setOrder(target.value)}
      >
        {Object.entries(ITEM_ORDERS).map(([name, { label }]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      {scores.length > 0 && (
        <select
          aria-label="Score"
          className="field max-w-48"
          value={score}
          onChange={({ target }) => state.setScore(target.value)}
        >
          {scores.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      <input
        type="search"
        aria-label="Find text"
        placeholder="Find in input and output"
        className="field w-56"
        value={state.text}
        onChange={({ target }) => state.setText(target.value)}
      />
      <span role="status" className="text-soft">
        {shown === all ? `${countText(all)} items` : `${countText(shown) || "no"} of ${countText(all)} items`}
      </span>
    </div>
  );
}
