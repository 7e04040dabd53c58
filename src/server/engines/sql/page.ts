import type { FittingRows } from "../../storage/page-bytes.ts";

/**
 * Returns the rows of a page and the cursor behind it, given one row more than it has, or the first of its rows, when there is no room for
 * all. The last page has no cursor.
 */
export function pageOf<Row>(
  { rows, isWhole }: FittingRows<Row>,
  limit: number,
  cursorAfter: (last: Row) => string,
): { shown: Row[]; meta: { cursor?: string } } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit || !isWhole;
  return { shown, meta: last !== undefined && hasMore ? { cursor: cursorAfter(last) } : {} };
}
