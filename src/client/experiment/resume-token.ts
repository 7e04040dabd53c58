import { base64ToBytes, bytesToBase64 } from "@svc/core";

/** Where an evaluation goes on. */
interface ResumePoint {
  /** Generation of the token; those of earlier ones cannot be used. */
  readonly v: 2;
  readonly filter: string;
  /** Of the page that comes next; absent before the first. */
  readonly cursor?: string;
}

/** The text by which an evaluation with this filter goes on at this page. */
export function writeResumeToken(filter: string, cursor: string | undefined): string {
  const point: ResumePoint = { v: 2, filter, ...(cursor !== undefined && { cursor }) };
  return bytesToBase64(new TextEncoder().encode(JSON.stringify(point)));
}

/** The page a token goes on at. Throws when it is none, or of another filter. Contract: "Python batched evaluation". */
export function readResumeToken(token: string, filter: string): string | undefined {
  const point = parse(token);
  if (point?.v !== 2) throw new TypeError("resumeFrom is no resume token of this generation; start without it.");
  if (canonical(point.filter) !== canonical(filter)) {
    throw new RangeError(`resumeFrom is of another filter: it was ${point.filter}, and now is ${filter}.`);
  }
  return point.cursor;
}

function parse(token: string): ResumePoint | undefined {
  try {
    return JSON.parse(new TextDecoder().decode(base64ToBytes(token))) as ResumePoint;
  } catch {
    return undefined;
  }
}

/** White space makes no other filter. */
function canonical(filter: string): string {
  return JSON.stringify(JSON.parse(filter));
}
