import { isObject, parseJson } from "./json.ts";
import type { ObservationRecord } from "./observation-record.ts";

/** The last observation of a page: the next page starts behind it. */
export interface Cursor {
  /** Milliseconds since 1970. */
  startTime: number;
  traceId: string;
  id: string;
}

/** The cursor that continues behind an observation. */
export function cursorAfter({ startTime, traceId, id }: ObservationRecord): string {
  const content = { lastStartTimeTo: new Date(startTime).toISOString(), lastTraceId: traceId, lastId: id };
  return Buffer.from(JSON.stringify(content)).toString("base64");
}

/** Reads a cursor; undefined when the text is none of ours. */
export function readCursor(text: string): Cursor | undefined {
  const content = parseJson(Buffer.from(text, "base64").toString("utf8"));
  if (!isObject(content)) return undefined;
  const { lastStartTimeTo, lastTraceId, lastId } = content;
  if (typeof lastStartTimeTo !== "string" || typeof lastTraceId !== "string" || typeof lastId !== "string") {
    return undefined;
  }
  const startTime = Date.parse(lastStartTimeTo);
  return Number.isNaN(startTime) ? undefined : { startTime, traceId: lastTraceId, id: lastId };
}
