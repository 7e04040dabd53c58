import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "wouter";
import { costText, countText, durationText, timeText } from "../components/format.ts";
import { LiveMark } from "../components/live-mark.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { Problem } from "../components/problem.tsx";
import { Text } from "../components/text.tsx";
import { useChangedTraces } from "../data/changed-traces.ts";
import { useProject } from "../data/project.tsx";
import { useSettled } from "../data/settled.ts";
import { MOST_OBSERVATIONS, readTrace } from "../data/trace-observations.ts";
import { ObservationDetails } from "../observation/observation-details.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { TraceTreeView } from "./trace-tree-view.tsx";
import { type TraceTree, type TreeNode, openNodes, treeOf } from "./trace-tree.ts";
import { findNodes, nextFound } from "./tree-search.ts";

/** Name of the parameter of the address that holds the chosen observation. */
const CHOSEN = "observation";

/** Time after which the address names a chosen observation, in milliseconds. */
const ADDRESS_MS = 300;

/** One trace: its observations as tree and waterfall, and the chosen one in full. */
export function TraceView({ traceId }: { traceId: string }): ReactElement {
  const { id, api } = useProject();
  const queries = useQueryClient();
  const queryKey = useMemo(() => ["trace", id, traceId], [id, traceId]);
  const { data, error, isPending, refetch } = useQuery({ queryKey, queryFn: async () => readTrace(api, traceId) });
  const isLive = useChangedTraces(async (changed) => {
    if (changed.includes(traceId)) await queries.invalidateQueries({ queryKey });
  });
  const tree = useMemo(() => treeOf(data ?? []), [data]);
  const top = tree.nodes[0]?.observation;
  const title = top?.traceName ?? top?.name ?? traceId;
  return (
    <PageFrame title={title.slice(0, 100)} aside={<LiveMark isLive={isLive} />}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <p aria-busy className="p-8">
          Reading the trace…
        </p>
      )}
      {data?.length === 0 && <NoTrace traceId={traceId} />}
      {top !== undefined && <Trace title={title} tree={tree} />}
    </PageFrame>
  );
}

function NoTrace({ traceId }: { traceId: string }): ReactElement {
  return (
    <div className="p-8">
      <h1 className="mb-2 text-xl font-semibold">There is no such trace</h1>
      <p>
        Nothing of trace <bdi className="font-mono break-all">{traceId}</bdi> has arrived. Observations arrive when they
        have ended: this page shows them then.
      </p>
    </div>
  );
}

function Trace({ title, tree }: { title: string; tree: TraceTree }): ReactElement {
  const [parameters, setParameters] = useSearchParams();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [text, setText] = useState("");
  const treeElement = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const keys = useRef<HTMLDialogElement>(null);
  const [chosenId, setChosenId] = useState(parameters.get(CHOSEN));
  const chosen = tree.byId.get(chosenId ?? "") ?? tree.nodes[0];
  // Browsers refuse an address that changes with every repeat of a held key.
  const addressed = useSettled(chosenId, ADDRESS_MS);
  useEffect(() => {
    if (addressed !== null) setParameters({ [CHOSEN]: addressed }, { replace: true });
  }, [addressed, setParameters]);
  const shown = useMemo(() => openNodes(tree, closed), [tree, closed]);
  const found = useMemo(() => findNodes(tree, text), [tree, text]);
  const marked = useMemo(() => new Set(text.trim() === "" ? [] : found), [found, text]);

  const choose = useCallback((node: TreeNode | undefined) => {
    if (node === undefined) return;
    setClosed((before) => withOpenParents(before, node));
    setChosenId(node.observation.id);
  }, []);
  const setNodeClosed = useCallback((node: TreeNode, isClosed: boolean) => {
    setClosed((before) => {
      const after = new Set(before);
      if (isClosed) after.add(node.observation.id);
      else after.delete(node.observation.id);
      return after;
    });
  }, []);
  const isClosed = (node: TreeNode): boolean => closed.has(node.observation.id);
  const toggle = useCallback(({ observation }: TreeNode) => {
    setClosed((before) => withToggled(before, observation.id));
  }, []);
  const chooseFound = (step: 1 | -1): void => choose(nextFound(tree, found, chosen, step));
  const showKeys = (): void => keys.current?.showModal();
  const moves = {
    shown,
    chosen,
    isClosed,
    choose,
    setClosed: setNodeClosed,
    chooseFound,
    focusSearch: () => search.current?.focus(),
    showKeys,
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2">
        <div className="min-w-0">
          <h1 className="flex font-semibold">
            <Text>{title}</Text>
          </h1>
          <Totals tree={tree} />
        </div>
        <div className="ml-auto flex items-center gap-2">
          <input
            ref={search}
            type="search"
            aria-label="Search observations"
            placeholder="Search  ( / )"
            className="field w-44"
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={({ key }) => {
              if (key === "Enter") chooseFound(1);
              if (key === "Enter" || key === "Escape") treeElement.current?.focus();
            }}
          />
          <span role="status" className="text-soft whitespace-nowrap">
            {text.trim() !== "" && `${found.length} found`}
          </span>
          <button type="button" className="button" aria-label="Show the keys" onClick={showKeys}>
            ?
          </button>
        </div>
      </div>
      <div className="border-line flex min-h-0 flex-1 flex-col border-t lg:flex-row">
        <section aria-label="Tree" className="flex min-h-0 flex-[2] flex-col lg:flex-1">
          <TraceTreeView
            ref={treeElement}
            tree={tree}
            moves={moves}
            found={marked}
            onChoose={choose}
            onToggle={toggle}
          />
        </section>
        <section
          aria-label="Observation"
          tabIndex={0}
          className="border-line bg-panel min-h-0 flex-[3] overflow-auto border-t -outline-offset-2 lg:flex-1 lg:border-t-0 lg:border-l"
        >
          {chosen && <ObservationDetails row={chosen.observation} />}
        </section>
      </div>
      <KeysDialog ref={keys} />
    </>
  );
}

function Totals({ tree }: { tree: TraceTree }): ReactElement {
  let [tokens, cost, failed] = [0, 0, 0];
  for (const { observation } of tree.nodes) {
    tokens += observation.usageDetails?.["total"] ?? 0;
    cost += observation.totalCost ?? 0;
    if (observation.level === "ERROR") failed += 1;
  }
  const { length } = tree.nodes;
  const facts = [
    timeText(tree.start),
    durationText(tree.end - tree.start),
    length >= MOST_OBSERVATIONS
      ? `the ${countText(length)} newest observations`
      : `${countText(length)} observation${length === 1 ? "" : "s"}`,
    tokens > 0 && `${countText(tokens)} tokens`,
    costText(cost),
  ].filter((fact) => fact !== false && fact !== "");
  return (
    <p className="text-soft tabular-nums">
      {facts.join(" · ")}
      {failed > 0 && <strong className="text-red"> · {countText(failed)} failed</strong>}
    </p>
  );
}

function withToggled(closed: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(closed);
  if (!after.delete(id)) after.add(id);
  return after;
}

function withOpenParents(closed: ReadonlySet<string>, node: TreeNode): ReadonlySet<string> {
  const open = new Set(closed);
  for (let { parent } = node; parent !== undefined; { parent } = parent) open.delete(parent.observation.id);
  return open.size === closed.size ? closed : open;
}
