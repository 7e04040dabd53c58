import type { ReactElement } from "react";
import { LiveMark } from "../components/live-mark.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { Problem } from "../components/problem.tsx";
import { RecordList } from "../components/record-list.tsx";
import { useGroup, useGroups } from "../data/trace-groups.ts";
import { GroupHead, NoGroup } from "../groups/group-head.tsx";
import { SESSION_COLUMNS } from "../sessions/session-columns.tsx";

/** One user: totals, the way to the traces, and the sessions. */
export function UserView({ userId }: { userId: string }): ReactElement {
  const { group, isLive, error, reload } = useGroup("users", userId);
  const sessions = useGroups("sessions", { userId });
  return (
    <PageFrame title={`User ${userId.slice(0, 100)}`} aside={<LiveMark isLive={isLive} />}>
      {error !== null && <Problem error={error} onRetry={reload} />}
      {group === null ? (
        <NoGroup kind="User" id={userId} />
      ) : (
        <>
          <GroupHead kind="User" id={userId} group={group} />
          <h2 className="px-4 py-2 font-semibold">Sessions</h2>
          <RecordList
            label="Sessions"
            columns={SESSION_COLUMNS}
            keyOf={({ id }) => id}
            list={sessions}
            empty={<p className="text-soft p-4">No observation of this user names a session.</p>}
          />
        </>
      )}
    </PageFrame>
  );
}
