import {
  type ReactElement,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { useSearchParams } from "wouter";
import { KeysDialog } from "../components/keys-dialog.tsx";
import { Text } from "../components/text.tsx";
import { ObservationDetails } from "../observation/observation-details.tsx";
import { useChosenNode } from "./chosen-node.ts";
import { criticalPath } from "./critical-path.ts";
import { useOpenRows } from "./open-rows.ts";
import { TraceTotals } from "./trace-totals.tsx";
import { TraceTreeView } from "./trace-tree-view.tsx";
import type { TraceTree, TreeNode } from "./trace-tree.ts";
import { TREE_KEYS, type TreeMoves } from "./tree-keys.ts";
import { findNodes, nextFound } from "./tree-search.ts";

const Details = memo(ObservationDetails);

/** Name of the parameter of the address that marks the critical path. */
const CRITICAL = "critical";

interface TracePanesProps {
  title: string;
  tree: TraceTree;
  outcomes: ReadonlyMap<string, string>;
}

/** Tree of a trace, and the chosen observation beside it. */
export function TracePanes({ title, tree, outcomes }: TracePanesProps): ReactElement {
  const [parameters, setParameters] = useSearchParams();
  const isMarked = parameters.has(CRITICAL);
  const [text, setText] = useState("");
  const treeElement = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const keys = useRef<HTMLDialogElement>(null);
  const details = useRef<HTMLElement>(null);
  const rows = useOpenRows(tree);
  const { reveal } = rows;
  const [chosen, setChosen] = useChosenNode(tree);
  // A key moves in the tree first. What is beside the tree follows as soon as there is time.
  const detailed = useDeferredValue(chosen);
  const found = useMemo(() => findNodes(tree, text, outcomes), [tree, text, outcomes]);
  const critical = useMemo(() => (isMarked ? criticalPath(tree) : undefined), [tree, isMarked]);
  const marks = useMemo(
    () => ({ found: new Set(text.trim() === "" ? [] : found), critical, outcomes }),
    [found, text, critical, outcomes],
  );
  const choose = useCallback(
    (node: TreeNode | undefined) => {
      if (node === undefined) return;
      reveal(node);
      setChosen(node);
    },
    [reveal, setChosen],
  );
  // A link may name an observation that is in a closed group.
  const revealChosen = useEffectEvent(() => {
    if (chosen !== undefined) reveal(chosen);
  });
  // The keys work from the first moment, unless something else has the focus by then.
  useEffect(() => {
    if (document.activeElement === document.body) treeElement.current?.focus({ preventScroll: true });
  }, []);
  const chosenId = chosen?.observation.id;
  useEffect(() => revealChosen(), [chosenId]);
  const toggleCriticalPath = (): void =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        if (isMarked) after.delete(CRITICAL);
        else after.set(CRITICAL, "on");
        return after;
      },
      { replace: true },
    );
  const focusSection = (place: number): void => {
    const section = details.current?.querySelectorAll<HTMLElement>("section")[place - 1];
    section?.focus({ preventScroll: true });
    section?.scrollIntoView({ block: "start" });
  };
  const moves: TreeMoves = {
    rows,
    chosen,
    choose,
    chooseFound: (step) => choose(nextFound(tree, found, chosen, step)),
    focusSearch: () => search.current?.focus(),
    focusSection,
    toggleCriticalPath,
    showKeys: () => keys.current?.showModal(),
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
        <div className="min-w-0">
          <h1 className="flex font-semibold">
            <Text>{title}</Text>
          </h1>
          <TraceTotals tree={tree} />
        </div>
        <div className="ml-auto flex flex-wrap items-center gap-2">
          <button
            type="button"
            className={`button ${isMarked ? "bg-chosen" : ""}`}
            aria-pressed={isMarked}
            onClick={toggleCriticalPath}
          >
            Critical path
          </button>
          <input
            ref={search}
            type="search"
            aria-label="Search observations"
            placeholder="Search  ( / )"
            className="field w-44"
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={({ key }) => {
              if (key === "Enter") moves.chooseFound(1);
              if (key === "Enter" || key === "Escape") treeElement.current?.focus();
            }}
          />
          <span role="status" className="text-soft whitespace-nowrap">
            {text.trim() !== "" && `${found.length} found`}
          </span>
          <button type="button" className="button" aria-label="Show the keys" onClick={moves.showKeys}>
            ?
          </button>
        </div>
      </div>
      <div className="border-line flex min-h-0 flex-1 flex-col border-t lg:flex-row">
        <section aria-label="Tree" className="flex max-h-2/5 min-h-0 flex-initial flex-col lg:max-h-none lg:flex-1">
          <TraceTreeView ref={treeElement} tree={tree} moves={moves} marks={marks} />
        </section>
        <section
          ref={details}
          aria-label="Observation"
          aria-busy={detailed !== chosen}
          tabIndex={0}
          className="border-line bg-panel min-h-0 flex-1 overflow-auto border-t -outline-offset-2 lg:border-t-0 lg:border-l"
          onKeyDown={({ key, target }) => {
            const isControl = target instanceof Element && target.closest("input, textarea, select, dialog") !== null;
            if (key === "Escape" && !isControl) treeElement.current?.focus();
          }}
        >
          {detailed && <Details row={detailed.observation} outcome={outcomes.get(detailed.observation.id)} />}
        </section>
      </div>
      <KeysDialog ref={keys} keys={TREE_KEYS} />
    </>
  );
}
