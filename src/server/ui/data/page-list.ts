import type { MetaResponse } from "@svc/core/api";
import { type PagePlace, readFittingPage } from "@svc/core/internal";
import { type UseInfiniteQueryResult, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useProject } from "./project.tsx";

/** List of records that the API answers page by page. */
export interface PageList<Row> {
  readonly rows: readonly Row[];
  /** Number of records on all pages; undefined for a list that does not know it. */
  readonly total: number | undefined;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly reload: () => void;
}

/** Most records of a page that every list of the API answers. */
const LIMIT = 100;

/**
 * Returns a list of records of the project. `key` names the list among the queries of the project: a change to a record calls
 * `invalidateQueries` with `[key[0], project.id]`.
 */
export function usePageList<Row>(
  [name, ...parameters]: readonly [name: string, ...parameters: readonly string[]],
  readPage: (page: PagePlace) => PromiseLike<{ data: readonly Row[]; meta: MetaResponse }>,
): PageList<Row> {
  const { id } = useProject();
  const list = useInfiniteQuery({
    queryKey: [name, id, ...parameters],
    queryFn: async ({ pageParam }) => readFittingPage(readPage, pageParam),
    initialPageParam: { page: 1, limit: LIMIT },
    getNextPageParam: ({ answer: { meta }, place }) =>
      place.page < meta.totalPages ? { ...place, page: place.page + 1 } : undefined,
  });
  const rows = useMemo(() => list.data?.pages.flatMap(({ answer }) => answer.data) ?? [], [list.data]);
  return listOf(list, rows, list.data?.pages[0]?.answer.meta.totalItems ?? 0);
}

/** Returns the list of pages that were read. `total`: number of records on all pages, if known. */
export function listOf<Row>(list: UseInfiniteQueryResult, rows: readonly Row[], total?: number): PageList<Row> {
  return {
    rows,
    total,
    isLoading: list.isPending,
    error: list.error,
    hasMore: list.hasNextPage && !list.isFetchingNextPage,
    loadMore: () => void list.fetchNextPage(),
    reload: () => void list.refetch(),
  };
}

/** Reads a list to its end, or until it has `most` records. */
export async function readAll<Row>(
  most: number,
  readPart: (
    cursor: string | undefined,
  ) => PromiseLike<{ data: readonly Row[]; meta: { cursor?: string | undefined } }>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const { data, meta } = await readPart(cursor);
    rows.push(...data);
    cursor = meta.cursor;
  } while (cursor !== undefined && rows.length < most);
  return rows;
}
