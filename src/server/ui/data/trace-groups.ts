import { useQuery } from "@tanstack/react-query";
import type { GroupOrder, GroupPage, TraceGroup } from "../../query/session-query.ts";
import { useChangedTraces } from "./changed-traces.ts";
import { readLocal } from "./local-api.ts";
import { type PageList, usePageList } from "./page-list.ts";
import { useProject } from "./project.tsx";

/** Groups of traces: those of sessions or those of users. */
export type GroupKind = "sessions" | "users";

/** Sessions or users to list. */
export interface GroupFilter {
  readonly search?: string;
  readonly order?: GroupOrder;
  /** User whose sessions to list. */
  readonly userId?: string;
}

/** Returns sessions or users with the totals of their traces. */
export function useGroups(
  kind: GroupKind,
  { search = "", order = "latest", userId }: GroupFilter,
): PageList<TraceGroup> {
  const project = useProject();
  return usePageList<TraceGroup>([kind, search, order, userId ?? ""], async (page) =>
    readLocal<{ data: TraceGroup[]; meta: GroupPage["meta"] }>(project, kind, { ...page, search, order, userId }),
  );
}

/** One session or user, kept up to date. */
export interface LiveGroup {
  /** Undefined while it is read; null when nothing of it is stored. */
  readonly group: TraceGroup | null | undefined;
  readonly isLive: boolean;
  readonly error: Error | null;
  readonly reload: () => void;
}

/** Returns one session or user. */
export function useGroup(kind: GroupKind, id: string): LiveGroup {
  const project = useProject();
  const { data, error, refetch } = useQuery({
    queryKey: [kind, project.id, "one", id],
    queryFn: async () => (await readLocal<GroupPage>(project, kind, { id, limit: 1 })).data[0] ?? null,
  });
  const isLive = useChangedTraces(async () => {
    await refetch();
  });
  return { group: data, isLive, error, reload: () => void refetch() };
}
