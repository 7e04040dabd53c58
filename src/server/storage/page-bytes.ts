/** Most bytes of text that the rows of one page are read with. A page of one row may have more: what is stored can be read. */
export const MOST_PAGE_BYTES: number = 16 * 1024 * 1024;

/** First rows of a query, as far as a page has room for their texts. */
export interface FittingRows<R> {
  rows: R[];
  /** False when the query has more rows, for which there is no room. */
  isWhole: boolean;
}

/** Error for a page whose rows have more text than a page may have. A page with a smaller limit can be read. */
export class PageTooLarge extends Error {
  /** `fitting`: number of the first rows of the page that have room together. */
  constructor(fitting: number) {
    super(
      `The items of this page have more than ${MOST_PAGE_BYTES} bytes of text together, the most that one page may have: ` +
        `ask for fewer with a smaller limit. The first ${fitting} of them fit`,
    );
    this.name = "PageTooLarge";
  }
}

/** Returns how many of the first rows one page has room for, by the bytes of their texts: at least one. */
export function fittingCount(bytesOfRows: readonly number[]): number {
  let bytes = 0;
  const end = bytesOfRows.findIndex((ofRow) => (bytes += ofRow) > MOST_PAGE_BYTES);
  return end < 0 ? bytesOfRows.length : Math.max(end, 1);
}

/** Bytes of the texts that the rows of one page have so far. */
export class PageBytes {
  #bytes = 0;

  /** Returns true, and counts the row, when the page has room for it. The first row always has room. */
  add(row: object): boolean {
    const isFirst = this.#bytes === 0;
    for (const value of Object.values(row) as unknown[]) {
      if (typeof value === "string") this.#bytes += Buffer.byteLength(value);
    }
    return isFirst || this.#bytes <= MOST_PAGE_BYTES;
  }
}
