import { type ReactElement, type ReactNode, useRef, useState } from "react";
import { GROUP_ORDERS, type GroupOrder, type TraceGroup } from "../../query/session-query.ts";
import { isBeingRead } from "../components/being-read.ts";
import type { Column } from "../components/data-table.tsx";
import { LiveMark } from "../components/live-mark.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { RecordList } from "../components/record-list.tsx";
import { useAddressState } from "../data/address-state.ts";
import { useChangedTraces } from "../data/changed-traces.ts";
import { useSettled } from "../data/settled.ts";
import { type GroupKind, useGroups } from "../data/trace-groups.ts";

interface GroupListProps {
  kind: GroupKind;
  title: string;
  columns: ReadonlyArray<Column<TraceGroup>>;
  /** Content for a project that has none. */
  empty: ReactNode;
}

/** Time after the last key from which on the list is read, in milliseconds. */
const TYPING_MS = 200;

/** Names of the orders for people. */
const ORDER_LABELS: Readonly<Record<GroupOrder, string>> = {
  latest: "Latest first",
  traces: "Most traces",
  tokens: "Most tokens",
  cost: "Highest cost",
  errors: "Most errors",
};

/** View with the list of sessions or users. The address holds its search and its order. */
export function GroupList({ kind, title, columns, empty }: GroupListProps): ReactElement {
  const [search, setSearch] = useAddressState("search", "");
  const [order, setOrder] = useAddressState("order", "latest", GROUP_ORDERS);
  const [hasNews, setNews] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useGroups(kind, { search: useSettled(search, TYPING_MS), order });
  const show = (): void => {
    setNews(false);
    list.reload();
  };
  const isLive = useChangedTraces(async () => {
    if (isBeingRead(scroller.current)) setNews(true);
    else show();
  });
  return (
    <PageFrame title={title} aside={<LiveMark isLive={isLive} />}>
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <h1 className="mr-2 font-semibold">{title}</h1>
        <input
          type="search"
          aria-label="Search ids"
          placeholder="Search"
          className="field w-44"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <select aria-label="Order" className="field" value={order} onChange={({ target }) => setOrder(target.value)}>
          {GROUP_ORDERS.map((name) => (
            <option key={name} value={name}>
              {ORDER_LABELS[name]}
            </option>
          ))}
        </select>
        {hasNews && (
          <button type="button" className="button bg-chosen ml-auto" onClick={show}>
            Show what is new
          </button>
        )}
      </div>
      <RecordList
        ref={scroller}
        label={title}
        columns={columns}
        keyOf={({ id }) => id}
        list={list}
        empty={search === "" ? empty : <p className="p-8">No id contains this text.</p>}
      />
    </PageFrame>
  );
}
