/** What a service that answers 207 did not take of a batch. */
export interface Rejections {
  readonly rejected: number;
  /** What it said of each, joined. */
  readonly errors: string;
}

/** Reads the body of a 207 answer; one that cannot be read rejects nothing. Contract: "Errors", score batch partly accepted. */
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
