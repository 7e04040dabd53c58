/** Items of a batch that the service rejected in a 207 response. */
export interface Rejections {
  readonly rejected: number;
  /** Error messages of the rejected items, joined with `; `. */
  readonly errors: string;
}

/**
 * Reads the body of a 207 response. A body that cannot be read rejects nothing.
 * Contract: "Errors", score batch partly accepted.
 */
export function readRejections(body: Uint8Array): Rejections {
  try {
    const { rejected, errors } = JSON.parse(Buffer.from(body).toString("utf8")) as Rejections & { errors: unknown[] };
    return { rejected, errors: errors.map(messageOf).join("; ") };
  } catch {
    return { rejected: 0, errors: "" };
  }
}

function messageOf(error: unknown): string {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === "string" ? message : JSON.stringify(error);
}
