import {
  LOCAL_KEYS,
  ObservationReads,
  hideCredentials,
  parseExactJson,
  withQuery,
  type Page,
  type Query,
} from "@svc/core/internal";
import { type AskOptions, type Service, ask, configuredService, whyUnanswered } from "../service.ts";
import { CommandProblem } from "./command.ts";
import { plain } from "./text.ts";

/** Reads from the service of the settings, with their keys. */
export class ServiceReads extends ObservationReads {
  readonly service: Service;

  /** Throws a {@link CommandProblem} when the settings name no service that can be asked. */
  constructor(service: Service = configuredService()) {
    super();
    if (service.baseUrlProblem !== undefined) throw new CommandProblem(hideCredentials(service.baseUrlProblem));
    this.service = withLocalKeys(service);
  }

  /** Returns the answer to a request, without reading its body. Throws a {@link CommandProblem} that says what to do. */
  async ask(path: string, parameters: Query = {}, options: AskOptions = {}): Promise<Response> {
    let response: Response;
    try {
      response = await ask(this.service, withQuery(path, parameters), options);
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
    const response = await this.ask(`/api/public${path}`, parameters);
    try {
      return parseExactJson(await response.text()) as Answer;
    } catch {
      throw new CommandProblem(`${this.#address} does not answer in JSON: is SVC_BASE_URL the address of the service?`);
    }
  }

  /** Returns the address of a page of the project. */
  async pageAddress(path: string): Promise<string> {
    const { data } = await this.json<Page<{ id: string }>>("/projects");
    const [project] = data;
    if (project === undefined) throw new CommandProblem("The keys belong to no project.");
    return `${this.#address}/project/${encodeURIComponent(project.id)}${path}`;
  }

  get #address(): string {
    return hideCredentials(this.service.baseUrl).replace(/\/+$/, "");
  }

  async #refusal(response: Response): Promise<string> {
    const { status } = response;
    if (status === 403 && this.service.publicKey === LOCAL_KEYS.publicKey) {
      return `${this.#address} needs a key pair of its own: set SVC_PUBLIC_KEY and SVC_SECRET_KEY. svc-server keys makes one.`;
    }
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
