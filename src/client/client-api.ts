import { serviceFetch, withoutTracing, type ServiceRequestInit } from "@svc/core";
import { SvcAPIClient, type SvcAPIClientOptions } from "@svc/core/api";
import type { Connection } from "./connection.ts";

/** Seconds a dataset call may take. Contract: "Limits". */
const DATASET_TIMEOUT = 60;

/**
 * The API as a client has it: a request may take as long as the client's timeout says, one about datasets 60 s, and no
 * instrumentation records it. A call's own options win.
 */
export class ClientAPI extends SvcAPIClient {
  readonly #patient: SvcAPIClient;

  constructor({ baseUrl, headers, timeout }: Connection) {
    const options: SvcAPIClientOptions = {
      baseUrl,
      headers,
      fetch: (url, init) => withoutTracing(() => serviceFetch(url as string, init as ServiceRequestInit)),
    };
    super({ ...options, timeoutInSeconds: timeout });
    this.#patient = new SvcAPIClient({ ...options, timeoutInSeconds: DATASET_TIMEOUT });
  }

  override get datasets(): SvcAPIClient["datasets"] {
    return this.#patient.datasets;
  }

  override get datasetItems(): SvcAPIClient["datasetItems"] {
    return this.#patient.datasetItems;
  }
}
