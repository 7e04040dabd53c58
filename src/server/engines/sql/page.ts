/** Returns the rows of a page and the cursor behind it, given one row more than it has. The last page has no cursor. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorAfter: (last: Row) => string,
): { shown: Row[]; meta: { cursor?: string } } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, meta: last !== undefined && rows.length > limit ? { cursor: cursorAfter(last) } : {} };
}
