import type { AnnotationQueueItem } from "@svc/core/api";
import { useQuery } from "@tanstack/react-query";
import { type ReactElement, useCallback } from "react";
import { Link, useLocation } from "wouter";
import { EmptyState } from "../components/empty-state.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { Problem } from "../components/problem.tsx";
import { Text } from "../components/text.tsx";
import { Permitted } from "../components/permitted.tsx";
import { type WholeQueue, nextPending, useQueue } from "../data/annotation-queue.ts";
import { useProject } from "../data/project.tsx";
import { labelAddress, queueAddress } from "./annotation-addresses.ts";
import { readValues } from "./item-scores.ts";
import { LabelForm } from "./label-form.tsx";
import { ObjectContent } from "./object-content.tsx";
import { QueueProgress } from "./queue-progress.tsx";

/** One item of an annotation queue beside the scores that it is to get. */
export function LabelView({ queueId, itemId }: { queueId: string; itemId: string }): ReactElement {
  const project = useProject();
  const { data, error, isPending, refetch } = useQueue(queueId);
  const item = data?.items.find(({ id }) => id === itemId);
  return (
    <PageFrame title={`Label · ${data?.queue.name.slice(0, 100) ?? "queue"}`}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <p aria-busy className="p-8">
          Reading the queue…
        </p>
      )}
      {data && item && <Labelled key={item.id} whole={data} item={item} />}
      {data && item === undefined && (
        <EmptyState title="There is no such item in the queue" isWholeView>
          <Link href={queueAddress(project, queueId)} className="text-link underline">
            Show the queue
          </Link>
        </EmptyState>
      )}
    </PageFrame>
  );
}

function Labelled({ whole, item }: { whole: WholeQueue; item: AnnotationQueueItem }): ReactElement {
  const project = useProject();
  const [, navigate] = useLocation();
  const { queue, configs, items } = whole;
  const place = items.indexOf(item);
  const {
    data: stored,
    error,
    refetch,
  } = useQuery({
    queryKey: ["annotatedValues", project.id, item.id],
    queryFn: async () => readValues(project.api, item, configs),
    // The form begins with what is stored, not with what was.
    gcTime: 0,
  });
  const goTo = useCallback(
    (other: AnnotationQueueItem | undefined) =>
      navigate(other === undefined ? queueAddress(project, queue.id) : labelAddress(project, queue.id, other.id)),
    [navigate, project, queue.id],
  );
  const move = (step: 1 | -1): void => {
    const other = items[place + step];
    if (other !== undefined) goTo(other);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
        <h1 className="flex min-w-0 font-semibold">
          <Text>{queue.name}</Text>
        </h1>
        <Link href={queueAddress(project, queue.id)} className="text-link underline">
          All items
        </Link>
        <span className="text-soft whitespace-nowrap">
          Item {place + 1} of {items.length}, {item.status === "COMPLETED" ? "labelled" : "to label"}
        </span>
        <QueueProgress items={items} />
      </div>
      <div className="border-line flex min-h-0 flex-1 flex-col border-t lg:flex-row">
        <section
          aria-label="Item"
          tabIndex={0}
          className="bg-panel min-h-0 flex-[3] overflow-auto -outline-offset-2 lg:flex-[2]"
        >
          <ObjectContent item={item} />
        </section>
        <div className="border-line relative min-h-0 flex-[2] overflow-auto border-t lg:flex-1 lg:border-t-0 lg:border-l">
          {queue.description !== null && <p className="px-4 py-3 break-words">{queue.description.slice(0, 2_000)}</p>}
          {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
          {stored !== undefined && (
            <Permitted change="PATCH /api/public/annotation-queues/:queueId/items/:itemId" isExplained>
              <LabelForm
                item={item}
                configs={configs}
                stored={stored}
                onNextPending={() => goTo(nextPending(items, item.id))}
                onMove={move}
              />
            </Permitted>
          )}
        </div>
      </div>
    </>
  );
}
