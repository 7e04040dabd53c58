import { serviceFetch, withoutTracing, type ServiceRequestInit } from "@svc/core/internal";
import { SvcAPIClient, type SvcAPIClientOptions } from "@svc/core/api";
import type { Connection } from "./connection.ts";

/** Time a dataset call may take, in seconds. Contract: "Limits". */
const DATASET_TIMEOUT = 60;

/**
 * API client of `SvcClient`. A request may take as long as the client's timeout, a dataset request 60 s; the options of a
 * single call win. No instrumentation records these requests.
 */
export class ClientAPI extends SvcAPIClient {
  readonly #patient: SvcAPIClient;

  constructor({ baseUrl, headers, timeoutMs }: Connection) {
    const options: SvcAPIClientOptions = {
      baseUrl,
      headers,
      fetch: (url, init) => withoutTracing(() => serviceFetch(url as string, init as ServiceRequestInit)),
    };
    super({ ...options, timeoutInSeconds: timeoutMs / 1000 });
    this.#patient = new SvcAPIClient({ ...options, timeoutInSeconds: DATASET_TIMEOUT });
  }

  override get datasets(): SvcAPIClient["datasets"] {
    return this.#patient.datasets;
  }

  override get datasetItems(): SvcAPIClient["datasetItems"] {
    return this.#patient.datasetItems;
  }
}
