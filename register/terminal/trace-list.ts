import {
  MOST_SUMMARIES,
  SUMMARY_FIELDS,
  summarizeTraces,
  type Condition,
  type ObservationReads,
  type ReadObservation,
  type TraceSummary,
} from "@svc/core/internal";

/**
 * Reads the latest traces that have an observation that meets all conditions, the newest first. `where` is a filter in the language of the
 * page, which the service reads.
 */
export async function listTraces(
  reads: ObservationReads,
  conditions: readonly Condition[],
  { where, since }: { readonly where: string | undefined; readonly since: Date | undefined },
  limit: number,
): Promise<TraceSummary[]> {
  const found = new Map<string, ReadObservation[]>();
  const pages = reads.observations(conditions, { fields: SUMMARY_FIELDS, where, fromStartTime: since?.toISOString() });
  for await (const page of pages) {
    for (const observation of page) {
      const ofTrace = found.get(observation.traceId);
      if (ofTrace !== undefined) ofTrace.push(observation);
      else if (found.size < limit) found.set(observation.traceId, [observation]);
    }
    if (found.size >= limit) break;
  }
  const traces: TraceSummary[] = [];
  const entries = [...found];
  for (let from = 0; from < entries.length; from += MOST_SUMMARIES) {
    traces.push(...(await summarizeTraces(reads, new Map(entries.slice(from, from + MOST_SUMMARIES)))));
  }
  return traces;
}
