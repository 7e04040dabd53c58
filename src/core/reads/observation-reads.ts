/** Observation as the API returns it, with the fields that a terminal or a model is shown. */
export interface ReadObservation {
  readonly id: string;
  readonly traceId: string;
  readonly parentObservationId: string | null;
  readonly type: string;
  readonly name: string | null;
  readonly level: string;
  readonly statusMessage: string | null;
  readonly startTime: string;
  readonly endTime: string | null;
  readonly input?: string | null;
  readonly output?: string | null;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly modelParameters?: Readonly<Record<string, unknown>> | null;
  readonly providedModelName: string | null;
  readonly usageDetails?: Readonly<Record<string, number>>;
  readonly totalCost?: number | null;
  readonly latency?: number | null;
  readonly timeToFirstToken?: number | null;
  readonly promptName?: string | null;
  readonly promptVersion?: number | null;
  readonly environment?: string | null;
  readonly traceName?: string | null;
  readonly userId?: string | null;
  readonly sessionId?: string | null;
  readonly tags?: readonly string[] | null;
}

/** Condition in the filter language of the API. */
export interface Condition {
  readonly type: string;
  readonly column: string;
  readonly operator: string;
  readonly value: unknown;
}

/** Parameters of a request. One that is undefined is left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** Page of a list of the API. */
export interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly cursor?: string; readonly totalItems?: number; readonly totalPages?: number };
}

/** Most observations that the API returns at once. */
const PAGE = 1_000;

/** End of the time of metrics. A clock that is ahead hides nothing. */
const END = "2200-01-01T00:00:00.000Z";

/** Reads of the observations of a project through the API, however a request is made. */
export abstract class ObservationReads {
  /** Returns the answer of a path below `/api/public`. Throws an error that says what to do. */
  abstract json<Answer>(path: string, parameters?: Query): Promise<Answer>;

  /** Reads observations page by page, the newest first. */
  async *observations(conditions: readonly Condition[], parameters: Query): AsyncGenerator<readonly ReadObservation[]> {
    let cursor: string | undefined;
    do {
      const filter = conditions.length === 0 ? undefined : JSON.stringify(conditions);
      const query: Query = { limit: PAGE, ...parameters, filter, cursor };
      const { data, meta } = await this.json<Page<ReadObservation>>("/v2/observations", query);
      yield data;
      ({ cursor } = meta);
    } while (cursor !== undefined);
  }

  /** Reads observations, the newest first, until there are this many or no more. */
  async observationList(conditions: readonly Condition[], parameters: Query, most: number): Promise<ReadObservation[]> {
    const list: ReadObservation[] = [];
    for await (const page of this.observations(conditions, parameters)) {
      list.push(...page);
      if (list.length >= most) break;
    }
    return list;
  }

  /** Reads sums over the observations of each trace, by names such as `sum_totalTokens`. */
  async totals(
    conditions: readonly Condition[],
    measures: ReadonlyArray<readonly [aggregation: string, measure: string]>,
  ): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
    const query = {
      view: "observations",
      dimensions: [{ field: "traceId" }],
      metrics: measures.map(([aggregation, measure]) => ({ aggregation, measure })),
      filters: conditions,
      fromTimestamp: "1970-01-01T00:00:00.000Z",
      toTimestamp: END,
      orderBy: [{ field: measures[0]?.join("_"), direction: "desc" }],
      config: { row_limit: PAGE },
    };
    const { data } = await this.json<Page<Record<string, unknown>>>("/v2/metrics", { query: JSON.stringify(query) });
    return new Map(data.map((row) => [String(row["traceId"]), row]));
  }
}

export function withQuery(path: string, parameters: Query): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
