import { utf8Text } from "#platform/bytes";

/** Items of a request that the service rejected although it took the others. */
export interface Rejections {
  readonly rejected: number;
  /** Error messages of the service, joined with `; `. */
  readonly errors: string;
}

/** Rejections of an answer that took every item. */
export const NONE_REJECTED: Rejections = { rejected: 0, errors: "" };

/**
 * Reads the body of a 207 response to scores. A body that cannot be read rejects nothing.
 * Contract: "Errors", score batch partly accepted.
 */
export function readRejections(body: Uint8Array): Rejections {
  try {
    const { rejected, errors } = JSON.parse(utf8Text(body)) as Rejections & { errors: unknown[] };
    return { rejected, errors: errors.map(errorMessage).join("; ") };
  } catch {
    return NONE_REJECTED;
  }
}

function errorMessage(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  // A line break would begin a line of the log.
  return (typeof message === "string" ? message : JSON.stringify(error)).replaceAll(/\s+/g, " ");
}
