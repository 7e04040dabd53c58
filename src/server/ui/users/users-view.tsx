import type { ReactElement } from "react";
import { Link } from "wouter";
import type { TraceGroup } from "../../query/session-query.ts";
import type { Column } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { countText } from "../components/format.ts";
import { Text } from "../components/text.tsx";
import { useProject } from "../data/project.tsx";
import { TIME_COLUMNS, TOTAL_COLUMNS } from "../groups/group-columns.tsx";
import { GroupList } from "../groups/group-list.tsx";

/** Program that gives traces a user. */
const FIRST_USER = `import { propagateAttributes } from "@svc/tracing";

await propagateAttributes({ userId: "alice" }, () => answer(question));`;

const COLUMNS: ReadonlyArray<Column<TraceGroup>> = [
  { label: "User", cell: ({ id }) => <UserLink id={id} /> },
  ...TOTAL_COLUMNS,
  { label: "Sessions", isNumber: true, isWideOnly: true, cell: ({ others }) => countText(others) },
  ...TIME_COLUMNS,
];

/** Users of the application, as its observations name them. */
export function UsersView(): ReactElement {
  return (
    <GroupList
      kind="users"
      title="Users"
      columns={COLUMNS}
      empty={
        <EmptyState title="There is no user yet" code={FIRST_USER}>
          A user of your application appears here when an observation names the user:
        </EmptyState>
      }
    />
  );
}

function UserLink({ id }: { id: string }): ReactElement {
  const { path } = useProject();
  return (
    <Link
      href={`${path}/users/${encodeURIComponent(id)}`}
      className="text-link flex max-w-[40vw] font-medium hover:underline lg:max-w-md"
    >
      <Text>{id}</Text>
    </Link>
  );
}
