import { base64ToBytes, bytesToBase64 } from "@svc/core/internal";

interface ResumePoint {
  /** Generation of the token; tokens of earlier generations are rejected. */
  readonly v: 2;
  readonly filter: string;
  /** Cursor of the next page; absent before the first page. */
  readonly cursor?: string;
}

/** Writes the token of an evaluation with this filter that continues at this page. */
export function writeResumeToken(filter: string, cursor: string | undefined): string {
  const point: ResumePoint = { v: 2, filter, ...(cursor !== undefined && { cursor }) };
  return bytesToBase64(new TextEncoder().encode(JSON.stringify(point)));
}

/**
 * Returns the cursor at which the evaluation of a token continues. Throws when the text is not a token of this
 * generation, or when its filter differs. Contract: "Python batched evaluation".
 */
export function readResumeToken(token: string, filter: string): string | undefined {
  const point = parseToken(token);
  if (point?.v !== 2) throw new TypeError("resumeFrom is no resume token of this generation; start without it.");
  if (canonical(point.filter) !== canonical(filter)) {
    throw new RangeError(`resumeFrom is of another filter: it was ${point.filter}, and now is ${filter}.`);
  }
  return point.cursor;
}

function parseToken(token: string): ResumePoint | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(base64ToBytes(token))) as ResumePoint;
  } catch {
    return undefined;
  }
}

/** Normalizes a filter: white space makes no difference. */
function canonical(filter: string): string {
  return JSON.stringify(JSON.parse(filter));
}
