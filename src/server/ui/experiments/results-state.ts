import { useMemo } from "react";
import { useSearchParams } from "wouter";
import { useAddressState } from "../data/address-state.ts";
import { ITEM_ORDERS, type ItemOrder } from "./item-order.ts";

/** Parameters of the address: the baseline, as in the link that the client prints, and each other experiment. */
const BASELINE = "baseline";
const COMPARED = "compare";

/** State of the results of experiments. The address holds it, so that a link shows the same comparison. */
export interface ResultsState {
  /** Id of the baseline; empty when the address names none. */
  readonly baseline: string;
  /** Ids of all experiments, the baseline first. */
  readonly experimentIds: readonly string[];
  readonly setExperiments: (ids: readonly string[]) => void;
  readonly order: ItemOrder;
  readonly setOrder: (order: string) => void;
  /** Name of the score that decides the order; empty for the first. */
  readonly score: string;
  readonly setScore: (score: string) => void;
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Id of the item that is shown in full; empty for none. */
  readonly itemId: string;
  readonly setItemId: (itemId: string) => void;
}

/** Returns the state of the results of experiments. */
export function useResultsState(): ResultsState {
  const [parameters, setParameters] = useSearchParams();
  const [order, setOrder] = useAddressState("order", "falls", Object.keys(ITEM_ORDERS) as ItemOrder[]);
  const [score, setScore] = useAddressState("score", "");
  const [text, setText] = useAddressState("text", "");
  const [itemId, setItemId] = useAddressState("item", "");
  const baseline = parameters.get(BASELINE) ?? "";
  const compared = JSON.stringify(parameters.getAll(COMPARED));
  const experimentIds = useMemo(
    () => [...new Set([baseline, ...(JSON.parse(compared) as string[])])].filter((id) => id !== ""),
    [baseline, compared],
  );
  const setExperiments = (ids: readonly string[]): void => {
    setParameters((before) => {
      const after = new URLSearchParams(before);
      for (const name of [BASELINE, COMPARED]) after.delete(name);
      for (const [name, value] of experimentParameters(ids)) after.append(name, value);
      return after;
    });
  };
  return {
    baseline,
    experimentIds,
    setExperiments,
    order,
    setOrder,
    score,
    setScore,
    text,
    setText,
    itemId,
    setItemId,
  };
}

/** Returns the query of an address that compares experiments. The first is the baseline. */
export function comparisonQuery(ids: readonly string[]): string {
  return `?${new URLSearchParams(experimentParameters(ids))}`;
}

function experimentParameters(ids: readonly string[]): Array<[name: string, id: string]> {
  return ids.map((id, place) => [place === 0 ? BASELINE : COMPARED, id]);
}
