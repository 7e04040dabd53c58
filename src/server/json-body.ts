import type { IncomingMessage } from "node:http";
import { invalidRequest, namedError } from "./http-errors.ts";
import { readBody } from "./request-body.ts";

/** Most bytes of a body that is no trace export. */
const MAX_BYTES = 1_000_000;

/** How many lists and objects may stand inside each other: what is deeper could not be written back as JSON. */
const MAX_DEPTH = 500;

/** The body of a request, read as JSON. Throws the answer for one that cannot be read. */
export async function readJsonBody(incoming: IncomingMessage, maxBytes: number = MAX_BYTES): Promise<unknown> {
  const bytes = await readBody(incoming, maxBytes, (status, reason) =>
    namedError(status === 413 ? "PayloadTooLargeError" : "InvalidRequestError", reason),
  );
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw invalidRequest([{ code: "invalid_json", message: "the body is not JSON", path: [] }]);
  }
  if (isDeeperThan(value, MAX_DEPTH)) {
    throw invalidRequest([
      { code: "too_deep", message: `the body is nested deeper than ${MAX_DEPTH} levels`, path: [] },
    ]);
  }
  return value;
}

/** True when lists and objects stand in each other more often than `depth` times. Takes no more stack than a shallow one. */
export function isDeeperThan(value: unknown, depth: number): boolean {
  let level = [value];
  for (let i = 0; i <= depth; i += 1) {
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}
