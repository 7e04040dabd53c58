import type { ReadParameters } from "./request-validation.ts";

/** The part of a list that a request asks for. */
export interface PageRequest {
  /** From 1. */
  page: number;
  /** Most items in the answer. */
  limit: number;
  /** How many items stand before the page. */
  offset: number;
}

/** What a page says about the whole list. */
export interface PageMeta {
  page: number;
  limit: number;
  totalItems: number;
  totalPages: number;
}

/** Reads `page` and `limit`, which are as the API document says. */
export function readPage(query: ReadParameters): PageRequest {
  const [page, limit] = [Number(query["page"]), Number(query["limit"])];
  return { page, limit, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) };
}

/** What a page says about a list of so many items. */
export function pageMeta({ page, limit }: PageRequest, totalItems: number): PageMeta {
  return { page, limit, totalItems, totalPages: Math.ceil(totalItems / limit) };
}
