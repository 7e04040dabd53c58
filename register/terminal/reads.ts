import { LOCAL_KEYS, hideCredentials } from "@svc/core/internal";
import { type AskOptions, type Service, ask, configuredService, whyUnanswered } from "../service.ts";
import { CommandProblem } from "./command.ts";
import { plain } from "./text.ts";

/** Observation as the API returns it, with the fields that a terminal shows. */
export interface TerminalObservation {
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
  readonly providedModelName: string | null;
  readonly usageDetails?: Readonly<Record<string, number>>;
  readonly totalCost?: number | null;
  readonly latency?: number | null;
  readonly timeToFirstToken?: number | null;
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
type Query = Readonly<Record<string, string | number | undefined>>;

/** Page of a list of the API. */
interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly cursor?: string };
}

/** Most observations that the API returns at once. */
const PAGE = 1_000;

/** End of the time of metrics. A clock that is ahead hides nothing. */
const END = "2200-01-01T00:00:00.000Z";

/** Reads from the service of the settings, with their keys. */
export class ServiceReads {
  readonly service: Service;

  /** Throws a {@link CommandProblem} when the settings name no service that can be asked. */
  constructor(service: Service = configuredService()) {
    if (service.baseUrlProblem !== undefined) throw new CommandProblem(hideCredentials(service.baseUrlProblem));
    this.service = withLocalKeys(service);
  }

  /** Returns the answer to a request, without reading its body. Throws a {@link CommandProblem} that says what to do. */
  async ask(path: string, parameters: Query = {}, options: AskOptions = {}): Promise<Response> {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value));
    const whole = query.size === 0 ? path : `${path}?${query.toString()}`;
    let response: Response;
    try {
      response = await ask(this.service, whole, options);
    } catch (error) {
      throw new CommandProblem(
        `${this.#address} could not be reached: ${whyUnanswered(error)}. Start the local service with "npx @svc/server", ` +
          "or set SVC_BASE_URL to the address of yours.",
      );
    }
    if (response.ok) return response;
    throw new CommandProblem(await this.#refusal(response));
  }

  async json<Answer>(path: string, parameters: Query = {}): Promise<Answer> {
    const response = await this.ask(path, parameters);
    try {
      return (await response.json()) as Answer;
    } catch {
      throw new CommandProblem(`${this.#address} does not answer in JSON: is SVC_BASE_URL the address of the service?`);
    }
  }

  /** Reads observations, the newest first, page by page. */
  async *observations(conditions: readonly Condition[], parameters: Query): AsyncGenerator<TerminalObservation[]> {
    let cursor: string | undefined;
    do {
      const { data, meta } = await this.json<Page<TerminalObservation>>("/api/public/v2/observations", {
        limit: PAGE,
        ...parameters,
        filter: conditions.length === 0 ? undefined : JSON.stringify(conditions),
        cursor,
      });
      yield [...data];
      ({ cursor } = meta);
    } while (cursor !== undefined);
  }

  /** Reads observations, the newest first, until there are this many or no more. */
  async observationList(
    conditions: readonly Condition[],
    parameters: Query,
    most: number,
  ): Promise<TerminalObservation[]> {
    const list: TerminalObservation[] = [];
    for await (const page of this.observations(conditions, parameters)) {
      list.push(...page);
      if (list.length >= most) break;
    }
    return list;
  }

  /** Reads sums over the observations of each trace. */
  async metrics(
    conditions: readonly Condition[],
    measures: ReadonlyArray<readonly [aggregation: string, measure: string]>,
  ): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
    const metrics = measures.map(([aggregation, measure]) => ({ aggregation, measure }));
    const query = {
      view: "observations",
      dimensions: [{ field: "traceId" }],
      metrics,
      filters: conditions,
      fromTimestamp: "1970-01-01T00:00:00.000Z",
      toTimestamp: END,
      orderBy: [{ field: measures[0]?.join("_"), direction: "desc" }],
      config: { row_limit: PAGE },
    };
    const { data } = await this.json<Page<Record<string, unknown>>>("/api/public/v2/metrics", {
      query: JSON.stringify(query),
    });
    return new Map(data.map((row) => [String(row["traceId"]), row]));
  }

  /** Returns the address of a page of the project. */
  async pageAddress(path: string): Promise<string> {
    const { data } = await this.json<Page<{ id: string }>>("/api/public/projects");
    const [project] = data;
    if (project === undefined) throw new CommandProblem("The keys belong to no project.");
    return `${this.#address}/project/${encodeURIComponent(project.id)}${path}`;
  }

  get #address(): string {
    return hideCredentials(this.service.baseUrl).replace(/\/+$/, "");
  }

  async #refusal(response: Response): Promise<string> {
    const { status } = response;
    if (status === 401 || status === 403) {
      return `${this.#address} refuses the keys (status ${status}): check SVC_PUBLIC_KEY, SVC_SECRET_KEY and SVC_BASE_URL.`;
    }
    const said = plain(hideCredentials(await response.text().catch(() => "")).slice(0, 1_000));
    return `${this.#address} answers with status ${status}: ${said}`;
  }
}

/** Returns the service with the pair that every local service accepts, when it is on this machine and no keys are set. */
function withLocalKeys(service: Service): Service {
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(service.baseUrl).hostname);
  if (!isLocal || service.publicKey !== undefined || service.secretKey !== undefined) return service;
  return { ...service, ...LOCAL_KEYS };
}
