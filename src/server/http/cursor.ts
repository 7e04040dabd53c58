import { invalidParameter } from "./http-errors.ts";
import { isoTime, parseIsoTime } from "./iso-time.ts";
import { type JsonObject, isObject, parseJson } from "./json.ts";

/** The last observation of a page: the next page starts behind it. */
export interface Cursor {
  /** Milliseconds since 1970. */
  startTime: number;
  traceId: string;
  id: string;
}

/** The text that stands for a place in a list. */
export function writeCursor(content: JsonObject): string {
  return Buffer.from(JSON.stringify(content)).toString("base64url");
}

/**
 * Reads the fields of a cursor, all of which are text. Undefined for no cursor; throws a 400 for one that is none of ours.
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

/** The moment in a cursor. Throws a 400 when it is none. */
export function cursorTime(text: string): number {
  const time = parseIsoTime(text);
  if (time === undefined) throw invalidCursor();
  return time;
}

function invalidCursor(): Error {
  return invalidParameter("cursor", "Invalid cursor format: pass on meta.cursor of the page before, unchanged");
}

/** The cursor that continues behind an observation. */
export function cursorAfter({ startTime, traceId, id }: Cursor): string {
  return writeCursor({ lastStartTimeTo: isoTime(startTime), lastTraceId: traceId, lastId: id });
}

/** Reads the cursor of a list of observations; undefined for none. Throws a 400 for one that is none of ours. */
export function readCursor(text: string): Cursor | undefined {
  const fields = readCursorFields(text, ["lastStartTimeTo", "lastTraceId", "lastId"]);
  return fields && { startTime: cursorTime(fields.lastStartTimeTo), traceId: fields.lastTraceId, id: fields.lastId };
}
