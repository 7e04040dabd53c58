import { useEffect, useRef, useState } from "react";
import type { RunEvent } from "../../playground/playground.ts";
import type { RunRequest } from "../../playground/run-request.ts";
import { runModel } from "../data/playground.ts";
import { useProject } from "../data/project.tsx";

/** Run of a model while it goes on, and after its end. */
export interface Run {
  readonly key: number;
  readonly state: "running" | "ended";
  readonly text: string;
  readonly thinking: string;
  /** Trace that the run is stored as; undefined before the service has begun. */
  readonly traceId?: string;
  readonly observationId?: string;
  /** Reason why the answer is missing or not complete. */
  readonly problem?: string;
}

/** Runs of the view, the newest first, with functions that begin one and stop the one that goes on. */
export interface Runs {
  readonly runs: readonly Run[];
  readonly begin: (request: RunRequest) => void;
  readonly stop: () => void;
}

/** Returns the runs of the view. A run ends with the view. */
export function useRuns(): Runs {
  const project = useProject();
  const [runs, setRuns] = useState<readonly Run[]>([]);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const begin = (request: RunRequest): void => {
    const key = runs.length + 1;
    const { signal } = (controller.current = new AbortController());
    const change = (alter: (run: Run) => Partial<Run>): void =>
      setRuns((all) => all.map((run) => (run.key === key ? { ...run, ...alter(run) } : run)));
    setRuns((all) => [{ key, state: "running", text: "", thinking: "" }, ...all]);
    runModel(project, request, signal, (event) => change(changeBy(event)))
      .catch((error: unknown) => {
        if (!signal.aborted) change(() => ({ problem: error instanceof Error ? error.message : String(error) }));
      })
      .finally(() => change(() => ({ state: "ended" })));
  };
  return { runs, begin, stop: () => controller.current?.abort() };
}

/** Returns the change of a run that an event tells. */
function changeBy(event: RunEvent): (run: Run) => Partial<Run> {
  switch (event.kind) {
    case "start":
      return () => ({ traceId: event.traceId, observationId: event.observationId });
    case "text":
      return ({ text }) => ({ text: text + event.text });
    case "thinking":
      return ({ thinking }) => ({ thinking: thinking + event.text });
    case "end":
      break;
  }
  const { problem, isStored } = event;
  if (problem !== null) return () => ({ problem });
  return () => (isStored ? {} : { problem: "The run could not be stored: see the log of the service" });
}
