import { LOCAL_KEYS, OTLP_TRACES_PATH, basicAuthorization } from "@svc/core/internal";
import type { RawRequest } from "../http/raw-request.ts";

/** Way into the local project that takes no key pair of the service's own. */
export interface LocalDoor extends RawRequest {
  readonly name: string;
  /** Status for a request that is refused. */
  readonly refusal: number;
}

const PAIR = `Authorization: ${basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey)}`;
const JSON_TYPE = "Content-Type: application/json";
const TOOLS = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
const EXPORT = JSON.stringify({ resourceSpans: [] });
const PROJECT = "/project/svc-local";

/** Doors to reading, streaming, sending and tools: without keys, and with the pair that everyone knows. All answer 200 when they open. */
export const LOCAL_DOORS: readonly LocalDoor[] = [
  { name: "reading with the pair", target: "/api/public/v2/observations", lines: [PAIR], refusal: 403 },
  { name: "events with the pair", target: "/api/local/observations/events", lines: [PAIR], refusal: 403 },
  {
    name: "an export with the pair",
    method: "POST",
    target: OTLP_TRACES_PATH,
    lines: [PAIR, JSON_TYPE],
    body: EXPORT,
    refusal: 403,
  },
  { name: "the page with the pair", target: `${PROJECT}/traces`, lines: [PAIR], refusal: 403 },
  { name: "the page", target: `${PROJECT}/traces`, lines: [], refusal: 401 },
  { name: "the page's API", target: `${PROJECT}/api/public/v2/observations`, lines: [], refusal: 401 },
  { name: "the page's events", target: `${PROJECT}/api/local/observations/events`, lines: [], refusal: 401 },
  {
    name: "MCP",
    method: "POST",
    target: "/mcp",
    lines: [JSON_TYPE, "Accept: application/json, text/event-stream"],
    body: TOOLS,
    refusal: 401,
  },
];

/** Door of the collector's port, which takes exports without keys. */
export const COLLECTOR_DOOR: LocalDoor = {
  name: "the port of a collector",
  method: "POST",
  target: "/v1/traces",
  lines: [JSON_TYPE],
  body: EXPORT,
  refusal: 401,
};
