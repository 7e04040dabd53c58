/** Part of a list that a request asks for. */
export interface PageRequest {
  /** Number of the page, from 1. */
  page: number;
  /** Maximum number of items in the answer. */
  limit: number;
  /** Number of items before the page. */
  offset: number;
}

/** Numbers about the whole list that a page carries. */
export interface PageMeta {
  page: number;
  limit: number;
  totalItems: number;
  totalPages: number;
}

/** Reads which page a request asks for. */
export function readPage({ page, limit }: Pick<PageRequest, "page" | "limit">): PageRequest {
  return { page, limit, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) };
}

/** Returns the `meta` field of a page, for a list of `totalItems` items. */
export function pageMeta({ page, limit }: PageRequest, totalItems: number): PageMeta {
  return { page, limit, totalItems, totalPages: Math.ceil(totalItems / limit) };
}
