import { APIGroups } from "./groups.ts";
import { pointFromRemovedOperations } from "./removed-operations.ts";
import { Transport, type SvcAPIClientOptions } from "./transport.ts";

/**
 * Client of the HTTP API: `api.<group>.<operation>(…path parameters, request, options)`. Contract: "Client API surface".
 *
 * @example
 * const api = new SvcAPIClient({ baseUrl: "http://localhost:3000", username: "pk-…", password: "sk-…" });
 * const { data } = await api.observations.getMany({ traceId }, { timeoutInSeconds: 5 });
 */
export class SvcAPIClient extends APIGroups {
  constructor(options: SvcAPIClientOptions) {
    super(new Transport(options));
    pointFromRemovedOperations();
  }
}
