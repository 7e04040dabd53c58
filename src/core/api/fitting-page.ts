/** Place of a page in a list that is read by numbers. */
export interface PagePlace {
  /** Number of the page, from 1. */
  readonly page: number;
  /** Maximum number of items of the page. */
  readonly limit: number;
}

/** Status of the answer to a read of a page whose items are too long together. */
const TOO_LARGE = 413;

/**
 * Reads a page. While the service refuses it as too large, reads fewer items that begin with the same item. Returns the answer with
 * the place that was read: the next page has the same limit and the next number. Rejects when the service refuses one item.
 */
export async function readFittingPage<Answer>(
  read: (place: PagePlace) => PromiseLike<Answer>,
  place: PagePlace,
): Promise<{ answer: Answer; place: PagePlace }> {
  try {
    return { answer: await read(place), place };
  } catch (error) {
    if (place.limit <= 1 || statusOf(error) !== TOO_LARGE) throw error;
    return readFittingPage(read, smaller(place));
  }
}

/** Reads a whole list, in pages of `limit` items, or of fewer where the service refuses so many. */
export async function* readPages<Answer extends { meta: { totalPages: number } }>(
  read: (place: PagePlace) => PromiseLike<Answer>,
  limit: number,
): AsyncGenerator<Answer, void> {
  for (let page = 1; ; page += 1) {
    const { answer, place } = await readFittingPage(read, { page, limit });
    yield answer;
    if (place.page >= answer.meta.totalPages) return;
    ({ page, limit } = place);
  }
}

/** Returns the first part of a page. Its limit divides that of the page, so that it begins where the page does. */
function smaller({ page, limit }: PagePlace): PagePlace {
  let divisor = 2;
  while (limit % divisor !== 0) divisor += 1;
  return { page: (page - 1) * divisor + 1, limit: limit / divisor };
}

function statusOf(error: unknown): unknown {
  return error instanceof Error && "statusCode" in error ? error.statusCode : undefined;
}
