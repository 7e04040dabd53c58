/** Fields of an observation, as the API returns it, that its trace takes over. */
export interface TraceObservation {
  readonly id: string;
  readonly traceId?: string | null | undefined;
  readonly parentObservationId?: string | null | undefined;
  readonly type?: string | undefined;
  readonly name?: string | null | undefined;
  readonly traceName?: string | null | undefined;
  readonly startTime: string;
  readonly endTime?: string | null | undefined;
  readonly userId?: string | null | undefined;
  readonly sessionId?: string | null | undefined;
  readonly environment?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
}

/** Trace as its top observations describe it, whatever number of roots it has. */
export interface TraceFields {
  readonly name: string;
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly startTime: number;
  /** Milliseconds from the first start to the last end. */
  readonly latency: number;
  readonly userId: string | undefined;
  readonly sessionId: string | undefined;
  readonly environment: string | undefined;
  readonly tags: readonly string[];
}

/** Returns the fields of a trace by its top observations, the earliest first among those that know a field. */
export function traceFields(tops: readonly TraceObservation[]): TraceFields {
  const oldestFirst = tops.toSorted((one, other) => start(one) - start(other));
  const first = (pick: (observation: TraceObservation) => string | null | undefined): string | undefined =>
    oldestFirst.map(pick).find((value) => value != null && value !== "") ?? undefined;
  const startTime = Math.min(...tops.map(start));
  return {
    name: first(({ traceName }) => traceName) ?? first(({ name }) => name) ?? "",
    type: first(({ type }) => type) ?? "SPAN",
    startTime,
    latency: Math.max(...tops.map(end)) - startTime,
    userId: first(({ userId }) => userId),
    sessionId: first(({ sessionId }) => sessionId),
    environment: first(({ environment }) => environment),
    tags: [...new Set(tops.flatMap(({ tags }) => tags ?? []))],
  };
}

/** Returns the observations of one trace whose parent is not among them: its tops, while its root has not arrived. */
export function topsAmong<Observation extends TraceObservation>(
  observations: readonly Observation[],
): readonly Observation[] {
  const ids = new Set<unknown>(observations.map(({ id }) => id));
  const tops = observations.filter(({ parentObservationId }) => !ids.has(parentObservationId));
  // A faulty sender can make a circle of parents, which has no top.
  return tops.length === 0 ? observations : tops;
}

function start({ startTime }: TraceObservation): number {
  return Date.parse(startTime);
}

function end({ startTime, endTime }: TraceObservation): number {
  return Date.parse(endTime ?? startTime);
}
