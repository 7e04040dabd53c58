import { joinUrl, logger } from "@svc/core/internal";
import type { SvcAPIClient } from "@svc/core/api";
import type { Connection } from "./connection.ts";

/** Project of the credentials, requested once, and the addresses of its pages. */
export class Project {
  readonly #api: Pick<SvcAPIClient, "projects">;
  readonly #connection: Connection;
  #id: Promise<string> | undefined;

  constructor(api: Pick<SvcAPIClient, "projects">, connection: Connection) {
    this.#api = api;
    this.#connection = connection;
  }

  /** Returns the id of the project. Rejects when the request fails; the next call repeats the request. */
  async id(): Promise<string> {
    const asked = (this.#id ??= this.#ask());
    try {
      return await asked;
    } catch (error) {
      if (this.#id === asked) this.#id = undefined;
      throw error;
    }
  }

  /** Returns the id of the project; undefined, with one warning, when the request fails. */
  async idIfKnown(): Promise<string | undefined> {
    try {
      return await this.id();
    } catch (error) {
      logger.warnOnce(
        "The project of the API keys could not be read: experiment ids are random, and results have no link. Check SVC_BASE_URL and the keys.",
        error,
      );
      return undefined;
    }
  }

  /** Returns the address of an experiment's page. Contract: "Experiment result fields". */
  async experimentUrl(experimentId: string): Promise<string> {
    return this.#urlOf(await this.id(), `experiments/results?baseline=${encodeURIComponent(experimentId)}`);
  }

  async experimentUrlIfKnown(experimentId: string): Promise<string | undefined> {
    return (await this.idIfKnown()) === undefined ? undefined : this.experimentUrl(experimentId);
  }

  async traceUrl(traceId: string): Promise<string> {
    return this.#urlOf(await this.id(), `traces/${encodeURIComponent(traceId)}`);
  }

  #urlOf(projectId: string, path: string): string {
    return joinUrl(this.#connection.baseUrl, `/project/${encodeURIComponent(projectId)}/${path}`);
  }

  async #ask(): Promise<string> {
    const { data } = await this.#api.projects.get();
    const id = data[0]?.id;
    if (id === undefined)
      throw new Error("The credentials belong to no project; check SVC_PUBLIC_KEY and SVC_SECRET_KEY.");
    return id;
  }
}
