import type { JsonObject } from "../http/json.ts";

/** Function that requests a path below `/api/public` with GET, with the credentials of whoever asks. */
export type Ask = (path: string) => Promise<Response>;

/** Problem of a tool's call whose message tells a model what to do. */
export class ToolProblem extends Error {}

/** Condition in the filter language of the API. */
export type Condition = Readonly<JsonObject>;

/** Parameters of a request. One that is undefined is left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/** Observation as the API returns it, with the fields that the tools show. */
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
  readonly metadata?: JsonObject;
  readonly modelParameters?: JsonObject | null;
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

/** Page of a list of the API. */
export interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly cursor?: string; readonly totalItems?: number; readonly totalPages?: number };
}

/** Most observations that the API returns at once. */
const PAGE = 1_000;

/** Most characters of an error that a model gets to read. */
const MOST_OF_AN_ERROR = 2_000;

/** Reads of the tools through the API. */
export class ApiReads {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  /** Returns the answer of a path. Throws a {@link ToolProblem} with the words of the API when the API refuses. */
  async json<Answer>(path: string, parameters: Query = {}): Promise<Answer> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
    const response = await this.#ask(query.size === 0 ? path : `${path}?${query.toString()}`);
    const text = await response.text();
    if (!response.ok) throw new ToolProblem(refusal(response.status, text));
    try {
      return JSON.parse(text) as Answer;
    } catch {
      throw new ToolProblem("The service does not answer in JSON: SVC_BASE_URL must be the address of the service.");
    }
  }

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
}

function refusal(status: number, text: string): string {
  if (status === 401 || status === 403) {
    return `The service refuses the keys (status ${status}): check SVC_PUBLIC_KEY and SVC_SECRET_KEY. ${messageIn(text)}`;
  }
  return `The service answers with status ${status}: ${messageIn(text)}`;
}

/** Returns the message of an error of the API, with the problems that it lists. */
function messageIn(text: string): string {
  try {
    const { message, error } = JSON.parse(text) as { message?: unknown; error?: unknown };
    const problems = Array.isArray(error) ? error.map((item: { message?: unknown }) => String(item.message)) : [];
    return [String(message), ...problems].join(". ").slice(0, MOST_OF_AN_ERROR);
  } catch {
    return text.slice(0, MOST_OF_AN_ERROR);
  }
}
