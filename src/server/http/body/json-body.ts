import type { IncomingMessage } from "node:http";
import { isExactNumber, parseExactJson } from "@svc/core/internal";
import { invalidRequest, namedError } from "../http-errors.ts";
import type { BodyOwner } from "./body-owner.ts";
import { withBody } from "./request-body.ts";

/** Maximum bytes of a body that is not a trace export. */
const MAX_BYTES = 1_000_000;

/** Maximum nesting depth of lists and objects. A deeper value could not be written back as JSON. */
const MAX_DEPTH = 500;

/** Error name of each status that reading a body can end in. */
const PROBLEMS = {
  400: "InvalidRequestError",
  413: "PayloadTooLargeError",
  415: "UnsupportedMediaTypeError",
  503: "ServiceUnavailableError",
} as const;

/** Reads the body of a request as JSON. Numbers keep their digits. Throws the answer for a body that cannot be read. */
export async function readJsonBody(
  incoming: IncomingMessage,
  owner: BodyOwner,
  maxBytes: number = MAX_BYTES,
): Promise<unknown> {
  return withBody(incoming, owner, parse, {
    maxBytes,
    refuse: (status, reason, headers) => namedError(PROBLEMS[status], reason, headers),
  });
}

function parse(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = parseExactJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
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

/**
 * Returns true when lists and objects are nested deeper than `depth`. The check uses no more stack for a deep value than for a
 * shallow one.
 */
export function isDeeperThan(value: unknown, depth: number): boolean {
  let level = [value];
  for (let i = 0; i <= depth; i += 1) {
    level = level.flatMap((item) => (isBranch(item) ? Object.values(item) : []));
    if (level.length === 0) return false;
  }
  return true;
}

function isBranch(value: unknown): value is object {
  return typeof value === "object" && value !== null && !isExactNumber(value);
}
