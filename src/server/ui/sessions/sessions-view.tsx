import type { ReactElement } from "react";
import { EmptyState } from "../components/empty-state.tsx";
import { GroupList } from "../groups/group-list.tsx";
import { SESSION_COLUMNS } from "./session-columns.tsx";

/** Program that gives traces a session. */
const FIRST_SESSION = `import { propagateAttributes } from "@svc/tracing";

await propagateAttributes({ sessionId: "chat-1", userId: "alice" }, () => answer(question));`;

/** Sessions of the project: traces that belong to one conversation. */
export function SessionsView(): ReactElement {
  return (
    <GroupList
      kind="sessions"
      title="Sessions"
      columns={SESSION_COLUMNS}
      empty={
        <EmptyState title="There is no session yet" code={FIRST_SESSION}>
          A session is the traces of one conversation. It appears here when an observation names it:
        </EmptyState>
      }
    />
  );
}
