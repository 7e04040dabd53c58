import type { ObservationV2 } from "@svc/core/api";
import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import { LongText } from "../components/long-text.tsx";
import { TextDiff } from "../components/text-diff.tsx";
import { useProject } from "../data/project.tsx";
import { readObservation } from "../data/trace-observations.ts";
import { ObservationContent } from "../observation/observation-content.tsx";
import { outputText } from "./output-text.ts";
import { RunFacts } from "./run-facts.tsx";
import type { Run } from "./runs.ts";

/** Time between two reads of a run that is being stored, in milliseconds. */
const READING_MS = 500;

interface RunResultProps {
  /** Undefined before the first run. */
  run: Run | undefined;
  title: string;
  original: ObservationV2 | undefined;
}

/** Answer of a run beside the answer of the original: outputs and their difference, usage, cost and latency. */
export function RunResult({ run, title, original }: RunResultProps): ReactElement {
  const { path } = useProject();
  const stored = useStored(run);
  const [isDiff, setDiff] = useState(false);
  const canCompare = original !== undefined && stored !== undefined;
  return (
    <section aria-label={title} aria-busy={run?.state === "running"} className="mb-6">
      <div className="mb-2 flex flex-wrap items-center gap-x-3">
        <h2 className="font-semibold">{title}</h2>
        <span role="status" className="text-soft">
          {run?.state === "running" ? "The model answers…" : stored?.level === "WARNING" ? stored.statusMessage : ""}
        </span>
        {stored !== undefined && (
          <Link href={`${path}/traces/${stored.traceId}`} className="text-link hover:underline">
            Trace of this run
          </Link>
        )}
        {canCompare && (
          <label className="flex items-center gap-1.5">
            <input type="checkbox" checked={isDiff} onChange={({ target }) => setDiff(target.checked)} />
            Difference
          </label>
        )}
      </div>
      {run?.problem !== undefined && (
        <p role="alert" className="text-red mb-2 break-words">
          {run.problem}
        </p>
      )}
      <RunFacts original={original} run={stored} />
      {canCompare && isDiff ? (
        <TextDiff
          label="Output from the original to the run"
          before={outputText(original.output)}
          after={outputText(stored.output)}
        />
      ) : (
        <div className={`grid gap-4 ${original === undefined ? "" : "sm:grid-cols-2"}`}>
          {original !== undefined && (
            <div className="min-w-0" role="group" aria-label="Original output">
              <h3 className="text-soft">Original</h3>
              <ObservationContent input={undefined} output={original.output} />
            </div>
          )}
          <div className="min-w-0" role="group" aria-label="Output of the run">
            {run !== undefined && <h3 className="text-soft">Run</h3>}
            {run === undefined && original === undefined && (
              <p className="text-soft">The answer of the model appears here while it arrives.</p>
            )}
            {stored === undefined ? (
              <Arriving run={run} />
            ) : (
              <ObservationContent input={undefined} output={stored.output} />
            )}
          </div>
        </div>
      )}
    </section>
  );
}

function Arriving({ run }: { run: Run | undefined }): ReactElement | null {
  if (run === undefined) return null;
  return (
    <>
      {run.thinking !== "" && (
        <details>
          <summary className="text-soft cursor-pointer leading-6">Thinking</summary>
          <LongText>{run.thinking}</LongText>
        </details>
      )}
      <LongText>{run.text}</LongText>
    </>
  );
}

/** Returns the generation that a run was stored as, once it has ended. A run that was stopped is stored a moment later. */
function useStored(run: Run | undefined): ObservationV2 | undefined {
  const { id, api } = useProject();
  const { traceId = "", observationId = "", state } = run ?? {};
  const { data } = useQuery({
    queryKey: ["playground", id, traceId, observationId],
    queryFn: async () => (await readObservation(api, traceId, observationId)) ?? null,
    enabled: state === "ended" && observationId !== "",
    refetchInterval: ({ state: { data: found } }) => (found === null ? READING_MS : false),
  });
  return data ?? undefined;
}
