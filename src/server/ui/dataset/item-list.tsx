import type { Dataset, DatasetItem, PaginatedDatasetItems } from "@svc/core/api";
import type { ReactElement } from "react";
import { Link } from "wouter";
import type { Column } from "../components/data-table.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { timeText } from "../components/format.ts";
import { RecordList } from "../components/record-list.tsx";
import { ValueExcerpt } from "../components/value-excerpt.tsx";
import { Permitted } from "../components/permitted.tsx";
import { readLocal } from "../data/local-api.ts";
import { usePageList } from "../data/page-list.ts";
import { type Project, useProject } from "../data/project.tsx";
import { ItemActions } from "./item-actions.tsx";

interface ItemListProps {
  dataset: Dataset;
  /** Time in ISO 8601; undefined for now. */
  version: string | undefined;
  /** True for the archived items, which have no versions. */
  isArchive: boolean;
}

/** Items of a dataset: the active ones, as they are or as they were at a time, or the archived ones. */
export function ItemList({ dataset, version, isArchive }: ItemListProps): ReactElement {
  const project = useProject();
  const { name: datasetName } = dataset;
  const list = usePageList<DatasetItem>(["datasetItems", datasetName, version ?? "", String(isArchive)], (page) =>
    isArchive
      ? readLocal<PaginatedDatasetItems>(project, "archived-dataset-items", { ...page, datasetName })
      : project.api.datasetItems.list({ ...page, datasetName, version }),
  );
  const empty = isArchive
    ? "No item is archived"
    : version === undefined
      ? "The dataset has no item"
      : "The dataset had no item then";
  return (
    <RecordList
      label="Items"
      columns={columnsOf(project, dataset, isArchive || version === undefined)}
      keyOf={({ id }) => id}
      list={list}
      empty={
        <EmptyState title={empty}>
          {isArchive
            ? "Archived items stay in the dataset, and no experiment runs on them."
            : "Make an item here, import a file of CSV or JSONL, or take one from an observation of a trace."}
        </EmptyState>
      }
    />
  );
}

function columnsOf(project: Project, dataset: Dataset, isNow: boolean): ReadonlyArray<Column<DatasetItem>> {
  return [
    {
      label: "Input",
      cell: ({ input, status }) => (
        <>
          {status === "ARCHIVED" && <strong className="text-amber">archived </strong>}
          <ValueExcerpt value={input} />
        </>
      ),
    },
    { label: "Expected output", cell: ({ expectedOutput }) => <ValueExcerpt value={expectedOutput} /> },
    { label: "Metadata", isWideOnly: true, cell: ({ metadata }) => <ValueExcerpt value={metadata} /> },
    {
      label: "Source",
      isWideOnly: true,
      cell: ({ sourceTraceId, sourceObservationId }) =>
        sourceTraceId !== null && (
          <Link
            href={`${project.path}/traces/${encodeURIComponent(sourceTraceId)}${observationQuery(sourceObservationId)}`}
            className="text-link underline"
          >
            Trace
          </Link>
        ),
    },
    { label: "Changed", isWideOnly: true, cell: ({ updatedAt }) => timeText(Date.parse(updatedAt)) },
    {
      label: "Actions",
      cell: (item) =>
        isNow && (
          <Permitted change="POST /api/public/dataset-items">
            <ItemActions dataset={dataset} item={item} />
          </Permitted>
        ),
    },
  ];
}

function observationQuery(observationId: string | null): string {
  return observationId === null ? "" : `?${new URLSearchParams({ observation: observationId })}`;
}
