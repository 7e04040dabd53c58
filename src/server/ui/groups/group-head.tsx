import type { ReactElement } from "react";
import type { TraceGroup } from "../../query/session-query.ts";
import { Facts } from "../components/facts.tsx";
import { costText, countText, timeText } from "../components/format.ts";
import { Text } from "../components/text.tsx";
import { TracesLink } from "../components/traces-link.tsx";

interface GroupHeadProps {
  kind: "Session" | "User";
  id: string;
  /** Totals; undefined while they are read, null for a group that is not stored. */
  group: TraceGroup | null | undefined;
}

const FIELDS = { Session: "sessionId", User: "userId" } as const;

/** Head of a view of one session or user: its id, its totals, and the way to its traces. */
export function GroupHead({ kind, id, group }: GroupHeadProps): ReactElement {
  const condition = { type: "string", column: FIELDS[kind], operator: "=", value: id };
  return (
    <div className="px-4 py-2">
      <h1 className="mb-1 flex gap-1.5 font-semibold">
        <span className="text-soft font-normal">{kind}</span> <Text>{id}</Text>
      </h1>
      {group != null && (
        <Facts
          facts={[
            [
              "Traces",
              <TracesLink key="traces" conditions={[condition]}>{`${countText(group.traces)} in the list`}</TracesLink>,
            ],
            ["First", timeText(group.firstTime)],
            ["Last", timeText(group.lastTime)],
            ["Tokens", countText(group.tokens)],
            ["Cost", costText(group.cost)],
            ["Errors", group.errors > 0 && <strong className="text-red">{countText(group.errors)}</strong>],
            ["Scores", countText(group.scores)],
            [kind === "Session" ? "Users" : "Sessions", countText(group.others)],
          ]}
        />
      )}
    </div>
  );
}

/** Message in place of a session or user of which nothing is stored. */
export function NoGroup({ kind, id }: { kind: "Session" | "User"; id: string }): ReactElement {
  return (
    <div className="p-8">
      <h1 className="mb-2 text-xl font-semibold">There is no such {kind.toLowerCase()}</h1>
      <p>
        No observation names the {kind.toLowerCase()} <bdi className="font-mono break-all">{id.slice(0, 300)}</bdi>.
        This page shows it as soon as one arrives.
      </p>
    </div>
  );
}
