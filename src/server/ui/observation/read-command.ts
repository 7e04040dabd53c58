import type { ObservationV2 } from "@svc/core/api";
import * as settings from "@svc/core/internal/settings";
import { oneObservation } from "../data/trace-observations.ts";

/** Returns a command for a terminal that reads an observation from the API, with the keys from the environment. */
export function readCommand({ traceId, id }: ObservationV2): string {
  const [publicKey, secretKey] = [settings.publicKey, settings.secretKey].map(({ variables }) => variables[0]);
  const query = new URLSearchParams(oneObservation(traceId ?? "", id)).toString();
  return `curl --user "$${publicKey}:$${secretKey}" ${inQuotes(`${location.origin}/api/public/v2/observations?${query}`)}`;
}

/** Returns a text as one word of a shell. */
function inQuotes(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
