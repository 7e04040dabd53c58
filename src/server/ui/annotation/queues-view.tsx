import type { AnnotationQueue } from "@svc/core/api";
import { type ReactElement, useState } from "react";
import { Link, useLocation } from "wouter";
import type { Column } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { countText, timeText } from "../components/format.ts";
import { PageFrame } from "../components/page-frame.tsx";
import { RecordList } from "../components/record-list.tsx";
import { Text } from "../components/text.tsx";
import { Permitted } from "../components/permitted.tsx";
import { usePageList } from "../data/page-list.ts";
import { type Project, useProject } from "../data/project.tsx";
import { queueAddress } from "./annotation-addresses.ts";
import { ConfigDialog } from "./config-dialog.tsx";
import { QueueDialog } from "./queue-dialog.tsx";

/** Annotation queues of the project, the newest first. */
export function QueuesView(): ReactElement {
  const project = useProject();
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<"queue" | "config">();
  const list = usePageList<AnnotationQueue>(["annotationQueues"], (page) =>
    project.api.annotationQueues.listQueues(page),
  );
  const close = (): void => setOpened(undefined);
  return (
    <PageFrame title="Annotation">
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <h1 className="mr-2 font-semibold">Annotation queues</h1>
        <Permitted change="POST /api/public/annotation-queues">
          <button type="button" className="button" onClick={() => setOpened("queue")}>
            New queue
          </button>
        </Permitted>
        <Permitted change="POST /api/public/score-configs">
          <button type="button" className="button" onClick={() => setOpened("config")}>
            New score config
          </button>
        </Permitted>
      </div>
      <RecordList
        label="Annotation queues"
        columns={columnsOf(project)}
        keyOf={({ id }) => id}
        list={list}
        empty={
          <EmptyState title="There is no annotation queue">
            A queue holds traces, observations and sessions that people are to score. Make a score config first: it says
            which values a score can have. Then make a queue with it.
          </EmptyState>
        }
      />
      {opened === "config" && <ConfigDialog onClose={close} />}
      {opened === "queue" && (
        <QueueDialog onCreated={({ id }) => navigate(queueAddress(project, id))} onClose={close} />
      )}
    </PageFrame>
  );
}

function columnsOf(project: Project): ReadonlyArray<Column<AnnotationQueue>> {
  return [
    {
      label: "Queue",
      cell: ({ id, name }) => (
        <Link href={queueAddress(project, id)} className="text-link flex min-w-0 font-medium underline">
          <Text>{name}</Text>
        </Link>
      ),
    },
    { label: "Description", cell: ({ description }) => description && <bdi>{description.slice(0, 300)}</bdi> },
    { label: "Scores", isNumber: true, cell: ({ scoreConfigIds }) => countText(scoreConfigIds.length) },
    { label: "Created", isWideOnly: true, cell: ({ createdAt }) => timeText(Date.parse(createdAt)) },
  ];
}
