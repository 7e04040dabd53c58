import type { Dataset } from "@svc/core/api";
import { type ReactElement, useState } from "react";
import { Link, useLocation } from "wouter";
import type { Column } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { timeText } from "../components/format.ts";
import { PageFrame } from "../components/page-frame.tsx";
import { RecordList } from "../components/record-list.tsx";
import { Text } from "../components/text.tsx";
import { Permitted } from "../components/permitted.tsx";
import { usePageList } from "../data/page-list.ts";
import { type Project, useProject } from "../data/project.tsx";
import { datasetAddress } from "../dataset/dataset-addresses.ts";
import { DatasetDialog } from "../dataset/dataset-dialog.tsx";

/** Program that makes the first dataset. */
const EXAMPLE = `import { SvcClient } from "@svc/client";

const client = new SvcClient();
await client.api.datasets.create({ name: "capitals" });
await client.dataset.createItem({ datasetName: "capitals", input: "France", expectedOutput: "Paris" });`;

/** Datasets of the project, the newest first. */
export function DatasetsView(): ReactElement {
  const project = useProject();
  const [, navigate] = useLocation();
  const [isCreating, setCreating] = useState(false);
  const list = usePageList<Dataset>(["datasets", "pages"], (page) => project.api.datasets.list(page));
  return (
    <PageFrame title="Datasets">
      <div className="flex flex-wrap items-center gap-4 px-4 py-2">
        <h1 className="font-semibold">Datasets</h1>
        <Permitted change="POST /api/public/v2/datasets">
          <button type="button" className="button" onClick={() => setCreating(true)}>
            New dataset
          </button>
        </Permitted>
      </div>
      <RecordList
        label="Datasets"
        columns={columnsOf(project)}
        keyOf={({ id }) => id}
        list={list}
        empty={
          <EmptyState title="There is no dataset" code={EXAMPLE}>
            A dataset holds the inputs and expected outputs of experiments. Make one here, or in a program.
          </EmptyState>
        }
      />
      {isCreating && (
        <DatasetDialog
          dataset={undefined}
          onSaved={({ id }) => navigate(datasetAddress(project, id))}
          onClose={() => setCreating(false)}
        />
      )}
    </PageFrame>
  );
}

function columnsOf(project: Project): ReadonlyArray<Column<Dataset>> {
  return [
    {
      label: "Dataset",
      cell: ({ id, name }) => (
        <Link href={datasetAddress(project, id)} className="text-link flex min-w-0 font-medium underline">
          <Text>{name}</Text>
        </Link>
      ),
    },
    { label: "Description", cell: ({ description }) => description && <bdi>{description.slice(0, 300)}</bdi> },
    { label: "Created", isWideOnly: true, cell: ({ createdAt }) => timeText(Date.parse(createdAt)) },
    { label: "Changed", isWideOnly: true, cell: ({ updatedAt }) => timeText(Date.parse(updatedAt)) },
  ];
}
