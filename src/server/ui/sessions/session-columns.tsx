import type { ReactElement } from "react";
import { Link } from "wouter";
import type { TraceGroup } from "../../query/session-query.ts";
import type { Column } from "../components/data-table.tsx";
import { Text } from "../components/text.tsx";
import { useProject } from "../data/project.tsx";
import { TIME_COLUMNS, TOTAL_COLUMNS } from "../groups/group-columns.tsx";

export const SESSION_COLUMNS: ReadonlyArray<Column<TraceGroup>> = [
  { label: "Session", cell: ({ id }) => <SessionLink id={id} /> },
  ...TOTAL_COLUMNS,
  { label: "User", isWideOnly: true, cell: ({ other, others }) => <FirstOf first={other} count={others} /> },
  ...TIME_COLUMNS,
];

function SessionLink({ id }: { id: string }): ReactElement {
  const { path } = useProject();
  return (
    <Link
      href={`${path}/sessions/${encodeURIComponent(id)}`}
      className="text-link flex max-w-[40vw] font-medium hover:underline lg:max-w-md"
    >
      <Text>{id}</Text>
    </Link>
  );
}

function FirstOf({ first, count }: { first: string | null; count: number }): ReactElement | null {
  return first === null ? null : (
    <span className="flex gap-1">
      <Text>{first}</Text>
      {count > 1 && <span className="text-soft whitespace-nowrap">and {count - 1} more</span>}
    </span>
  );
}
