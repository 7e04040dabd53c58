import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { useSettled } from "../data/settled.ts";
import type { TraceTree, TreeNode } from "./trace-tree.ts";

/** Name of the parameter of the address that holds the chosen observation. */
const CHOSEN = "observation";

/** Time after which the address names a chosen observation, in milliseconds. */
const ADDRESS_MS = 300;

/** Returns the chosen node of a tree, at first that of the address, and a function that chooses another one. */
export function useChosenNode(tree: TraceTree): [chosen: TreeNode | undefined, choose: (node: TreeNode) => void] {
  const [parameters, setParameters] = useSearchParams();
  const given = parameters.get(CHOSEN);
  const [id, setId] = useState(given);
  const known = useRef(given);
  // Browsers refuse an address that changes with every repeat of a held key.
  const addressed = useSettled(id, ADDRESS_MS);
  useEffect(() => {
    // A link of the page leads to another observation of the trace.
    if (given !== null && given !== known.current) setId(given);
    known.current = given;
  }, [given]);
  useEffect(() => {
    if (addressed === null) return;
    known.current = addressed;
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        after.set(CHOSEN, addressed);
        return after;
      },
      { replace: true },
    );
  }, [addressed, setParameters]);
  const choose = useCallback(({ observation }: TreeNode) => setId(observation.id), []);
  return [tree.byId.get(id ?? "") ?? tree.nodes[0], choose];
}
