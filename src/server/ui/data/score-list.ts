import type { GetScoresV3Request, ScoreV3 } from "@svc/core/api";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type PageList, listOf } from "./page-list.ts";
import { useProject } from "./project.tsx";

/** Conditions for scores, in the parameters of the API. */
export type ScoreFilter = Pick<
  GetScoresV3Request,
  | "name"
  | "source"
  | "dataType"
  | "authorUserId"
  | "value"
  | "valueMin"
  | "valueMax"
  | "traceId"
  | "sessionId"
  | "observationId"
  | "fromTimestamp"
>;

/** Groups of all fields of a score. */
export const ALL_FIELDS = "details,subject,annotation,history";

/** Scores in one read. */
const LIMIT = 100;

/** Returns the scores that meet a filter, the latest first. */
export function useScoreList(filter: ScoreFilter): PageList<ScoreV3> {
  const { id, api } = useProject();
  const list = useInfiniteQuery({
    queryKey: ["scores", id, "list", filter],
    queryFn: async ({ pageParam }) =>
      api.scoresV3.getManyV3({ ...filter, fields: ALL_FIELDS, limit: LIMIT, cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ meta }) => meta.cursor,
  });
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data]);
  return listOf(list, rows);
}
