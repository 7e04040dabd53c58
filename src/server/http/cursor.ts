import { invalidParameter } from "./http-errors.ts";
import { isoTime, parseIsoTime } from "./iso-time.ts";
import { type JsonObject, isObject, parseJson } from "./json.ts";

/** Last observation of a page. The next page starts after it. */
export interface Cursor {
  /** Milliseconds since 1970. */
  startTime: number;
  traceId: string;
  id: string;
}

/** Encodes a place in a list as text. */
export function writeCursor(content: JsonObject): string {
  return Buffer.from(JSON.stringify(content)).toString("base64url");
}

/**
 * Reads the fields of a cursor, all of which are text. Returns undefined for an empty cursor. Throws a 400 for a cursor that
 * this service did not write.
 */
export function readCursorFields<Name extends string>(
  text: string,
  names: readonly Name[],
): Record<Name, string> | undefined {
  if (text === "") return undefined;
  const content = parseJson(Buffer.from(text, "base64").toString("utf8"));
  if (!isObject(content) || !names.every((name) => typeof content[name] === "string")) throw invalidCursor();
  return content as Record<Name, string>;
}

/** Reads the time in a cursor. Throws a 400 when the text is not an ISO 8601 time. */
export function cursorTime(text: string): number {
  const time = parseIsoTime(text);
  if (time === undefined) throw invalidCursor();
  return time;
}

function invalidCursor(): Error {
  return invalidParameter("cursor", "Invalid cursor format: pass on meta.cursor of the page before, unchanged");
}

/** Returns the cursor that continues after an observation. */
export function cursorAfter({ startTime, traceId, id }: Cursor): string {
  return writeCursor({ lastStartTimeTo: isoTime(startTime), lastTraceId: traceId, lastId: id });
}

/**
 * Reads the cursor of a list of observations; undefined for an empty cursor. Throws a 400 for a cursor that this service did
 * not write.
 */
export function readCursor(text: string): Cursor | undefined {
  const fields = readCursorFields(text, ["lastStartTimeTo", "lastTraceId", "lastId"]);
  return fields && { startTime: cursorTime(fields.lastStartTimeTo), traceId: fields.lastTraceId, id: fields.lastId };
}
