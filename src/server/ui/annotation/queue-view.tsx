import type { AnnotationQueueItem } from "@svc/core/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import { ActionButton } from "../components/action-button.tsx";
import { type Column, DataTable } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { timeText } from "../components/format.ts";
import { PageFrame } from "../components/page-frame.tsx";
import { Problem } from "../components/problem.tsx";
import { Text } from "../components/text.tsx";
import { Permitted } from "../components/permitted.tsx";
import { useAddressState } from "../data/address-state.ts";
import { type WholeQueue, nextPending, useQueue } from "../data/annotation-queue.ts";
import { type Project, useProject } from "../data/project.tsx";
import { AddItemsDialog } from "./add-items-dialog.tsx";
import { labelAddress } from "./annotation-addresses.ts";
import { QueueProgress } from "./queue-progress.tsx";

/** Annotation queue: its scores, its progress and its items. */
export function QueueView({ queueId }: { queueId: string }): ReactElement {
  const { data, error, isPending, refetch } = useQueue(queueId);
  return (
    <PageFrame title={data?.queue.name.slice(0, 100) ?? "Annotation queue"}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <p aria-busy className="p-8">
          Reading the queue…
        </p>
      )}
      {data && <Whole {...data} />}
    </PageFrame>
  );
}

function Whole({ queue, configs, items }: WholeQueue): ReactElement {
  const project = useProject();
  const [isAdding, setAdding] = useState(false);
  const [status, setStatus] = useAddressState("status", "all", ["all", "PENDING", "COMPLETED"]);
  const shown = items.filter((item) => status === "all" || item.status === status);
  const next = nextPending(items, undefined);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <h1 className="mr-2 flex min-w-0 font-semibold">
          <Text>{queue.name}</Text>
        </h1>
        {next && (
          <Permitted change="PATCH /api/public/annotation-queues/:queueId/items/:itemId">
            <Link href={labelAddress(project, queue.id, next.id)} className="button button-main">
              Label
            </Link>
          </Permitted>
        )}
        <Permitted change="POST /api/public/annotation-queues/:queueId/items">
          <button type="button" className="button" onClick={() => setAdding(true)}>
            Add items
          </button>
        </Permitted>
        <select aria-label="Status" className="field" value={status} onChange={({ target }) => setStatus(target.value)}>
          <option value="all">All items</option>
          <option value="PENDING">To label</option>
          <option value="COMPLETED">Labelled</option>
        </select>
        <QueueProgress items={items} />
      </div>
      <p className="px-4 pb-2 break-words">
        {queue.description !== null && <bdi className="mr-4">{queue.description.slice(0, 2_000)}</bdi>}
        <span className="text-soft">Scores: {configs.map(({ name }) => name).join(", ")}</span>
      </p>
      <div className="border-line min-h-0 flex-1 overflow-auto border-t">
        {shown.length > 0 && (
          <DataTable label="Items" columns={columnsOf(project)} keyOf={({ id }) => id} rows={shown} />
        )}
        {shown.length === 0 && (
          <EmptyState title={items.length === 0 ? "The queue is empty" : "No item has this status"}>
            Add traces, observations or sessions by their ids, which stand in the address of each.
          </EmptyState>
        )}
      </div>
      {isAdding && <AddItemsDialog queueId={queue.id} onClose={() => setAdding(false)} />}
    </>
  );
}

function columnsOf(project: Project): ReadonlyArray<Column<AnnotationQueueItem>> {
  return [
    {
      label: "Item",
      cell: ({ id, queueId, objectId, objectType }) => (
        <Link
          href={labelAddress(project, queueId, id)}
          className="text-link flex min-h-6 min-w-0 items-center gap-1.5 underline"
        >
          {objectType.toLowerCase()}
          <span className="flex max-w-32 min-w-0 lg:max-w-none">
            <Text>{objectId}</Text>
          </span>
        </Link>
      ),
    },
    {
      label: "Status",
      cell: ({ status }) =>
        status === "COMPLETED" ? <span className="text-green">labelled</span> : <span>to label</span>,
    },
    {
      label: "Labelled",
      isWideOnly: true,
      cell: ({ completedAt }) => completedAt != null && timeText(Date.parse(completedAt)),
    },
    { label: "Added", isWideOnly: true, cell: ({ createdAt }) => timeText(Date.parse(createdAt)) },
    {
      label: "Actions",
      cell: (item) => (
        <Permitted change="DELETE /api/public/annotation-queues/:queueId/items/:itemId">
          <RemoveItem item={item} />
        </Permitted>
      ),
    },
  ];
}

function RemoveItem({ item }: { item: AnnotationQueueItem }): ReactElement {
  const { id, api } = useProject();
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: async () => api.annotationQueues.deleteQueueItem(item.queueId, item.id),
    onSuccess: async () => queries.invalidateQueries({ queryKey: ["annotationQueue", id, item.queueId] }),
  });
  return (
    <ActionButton action={removal}>
      Remove<span className="sr-only"> {item.objectId}</span>
    </ActionButton>
  );
}
