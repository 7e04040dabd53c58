import { useQuery } from "@tanstack/react-query";
import type { SvcAPIClient } from "@svc/core/api";
import type { ObservationFilterColumn } from "../../query/observation-filter-columns.ts";
import { type RankedQuery, readMetrics } from "./metrics.ts";
import { useProject } from "./project.tsx";

type Source = Pick<RankedQuery, "view"> & { readonly dimension: string };

/** Places to read the known values of a column from. For a column with keys, they are its keys. */
const SOURCES: Readonly<Record<string, Source>> = {
  name: { dimension: "name" },
  traceName: { dimension: "traceName" },
  type: { dimension: "type" },
  level: { dimension: "level" },
  providedModelName: { dimension: "providedModelName" },
  model: { dimension: "providedModelName" },
  userId: { dimension: "userId" },
  sessionId: { dimension: "sessionId" },
  tags: { dimension: "tags" },
  traceTags: { dimension: "tags" },
  environment: { dimension: "environment" },
  release: { dimension: "release" },
  version: { dimension: "version" },
  promptName: { dimension: "promptName" },
  toolNames: { dimension: "toolNames" },
  calledToolNames: { dimension: "calledToolNames" },
  scores: { view: "scores-numeric", dimension: "name" },
  scores_avg: { view: "scores-numeric", dimension: "name" },
  trace_scores_avg: { view: "scores-numeric", dimension: "name" },
  score_categories: { view: "scores-categorical", dimension: "name" },
  trace_score_categories: { view: "scores-categorical", dimension: "name" },
  score_booleans: { view: "scores-boolean", dimension: "name" },
  trace_score_booleans: { view: "scores-boolean", dimension: "name" },
} satisfies Partial<Record<ObservationFilterColumn, Source>>;

/** Most values of a column: those that most observations have. */
const MOST = 200;

/** Time for which the known values of a column are not read again, in milliseconds. */
const KNOWN_MS = 60_000;

const NONE: readonly string[] = [];

/** Returns the values of a column in the project, the most frequent first; none without a column or before they are read. */
export function useKnownValues(column: string | undefined): readonly string[] {
  const { id, api } = useProject();
  const source = column !== undefined && Object.hasOwn(SOURCES, column) ? SOURCES[column] : undefined;
  const { data } = useQuery({
    queryKey: ["known-values", id, source],
    queryFn: async () => (source === undefined ? NONE : readValues(api, source)),
    enabled: source !== undefined,
    staleTime: KNOWN_MS,
  });
  return data ?? NONE;
}

async function readValues(api: SvcAPIClient, { view = "observations", dimension }: Source): Promise<readonly string[]> {
  const rows = await readMetrics(api, {
    view,
    dimensions: [dimension],
    measures: ["count_count"],
    conditions: [],
    rows: MOST,
  });
  // A dimension of lists groups by the whole list.
  const values = rows.flatMap((row) => row[dimension] ?? []).filter((value) => typeof value === "string");
  return [...new Set(values.filter((value) => value !== ""))];
}
