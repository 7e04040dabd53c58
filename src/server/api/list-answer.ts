import { readCursorFields, writeCursor } from "../http/cursor.ts";
import { type PageMeta, type PageRequest, pageMeta } from "../http/paging.ts";
import type { Listed, ListedBehind } from "../storage/records.ts";

/** Returns one page of a list as it is answered, with the numbers of the whole list. */
export function pageAnswer<Item, Answered>(
  page: PageRequest,
  { items, total }: Listed<Item>,
  answerOf: (item: Item) => Answered,
): { data: Answered[]; meta: PageMeta } {
  return { data: items.map((item) => answerOf(item)), meta: pageMeta(page, total) };
}

/**
 * Reads which part of a list a request asks for: at most `limit` items behind the cursor. Throws a 400 for a cursor that this
 * service did not write.
 */
export function readCursorPart({ limit, cursor = "" }: { limit: number; cursor?: string | undefined }): {
  limit: number;
  before: number | undefined;
} {
  const { last } = readCursorFields(cursor, ["last"]) ?? {};
  if (last === undefined) return { limit, before: undefined };
  return { limit, before: Number.isSafeInteger(Number(last)) ? Number(last) : 0 };
}

/** Returns a part of a list as it is answered. The last part has no cursor. */
export function cursorAnswer<Item, Answered>(
  { items, last }: ListedBehind<Item>,
  answerOf: (item: Item) => Answered,
): { data: Answered[]; meta: { cursor?: string } } {
  return {
    data: items.map((item) => answerOf(item)),
    meta: last === undefined ? {} : { cursor: writeCursor({ v: 1, last: String(last) }) },
  };
}
