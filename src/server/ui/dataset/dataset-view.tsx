import type { Dataset } from "@svc/core/api";
import { useMutation } from "@tanstack/react-query";
import { type ReactElement, Suspense, lazy, useState } from "react";
import { Link } from "wouter";
import { VIEW_PATHS } from "../../pages/page-views.ts";
import { ActionButton } from "../components/action-button.tsx";
import { EmptyState } from "../components/empty-state.tsx";
import { JsonValue } from "../components/json-value.tsx";
import { PageFrame } from "../components/page-frame.tsx";
import { Permitted } from "../components/permitted.tsx";
import { Problem } from "../components/problem.tsx";
import { Text } from "../components/text.tsx";
import { useAddressState } from "../data/address-state.ts";
import { useDatasets } from "../data/datasets.ts";
import { useProject } from "../data/project.tsx";
import { DatasetDialog } from "./dataset-dialog.tsx";
import { exportItems } from "./export-items.ts";
import { ItemDialog } from "./item-dialog.tsx";
import { ItemList } from "./item-list.tsx";
import { RunList } from "./run-list.tsx";

const ImportDialog = lazy(async () => ({ default: (await import("./import-dialog.tsx")).ImportDialog }));

/** Dataset with the id or the name of the address: its description, its runs and its items. */
export function DatasetView({ datasetId }: { datasetId: string }): ReactElement {
  const { path } = useProject();
  const { data, error, isPending, refetch } = useDatasets();
  const dataset = data?.find(({ id }) => id === datasetId) ?? data?.find(({ name }) => name === datasetId);
  return (
    <PageFrame title={dataset?.name.slice(0, 100) ?? "Dataset"}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {isPending && (
        <p aria-busy className="p-8">
          Reading the dataset…
        </p>
      )}
      {dataset !== undefined && <WholeDataset dataset={dataset} />}
      {data !== undefined && dataset === undefined && (
        <EmptyState title="There is no such dataset" isWholeView>
          <Link href={path + VIEW_PATHS.datasets} className="text-link underline">
            Show all datasets
          </Link>
        </EmptyState>
      )}
    </PageFrame>
  );
}

type OpenDialog = "edit" | "item" | "import";

function WholeDataset({ dataset }: { dataset: Dataset }): ReactElement {
  const { api } = useProject();
  const [opened, setOpened] = useState<OpenDialog>();
  const [version, setVersion] = useAddressState("version", "");
  const time = Date.parse(version);
  const asOf = Number.isNaN(time) ? undefined : new Date(time).toISOString();
  const [shown, setShown] = useAddressState("items", "active", ["active", "archived"]);
  const exporting = useMutation({ mutationFn: async () => exportItems(api, dataset.name, asOf) });
  const close = (): void => setOpened(undefined);
  const buttons = [
    ["item", "New item", "POST /api/public/dataset-items"],
    ["import", "Import", "POST /api/public/dataset-items"],
    ["edit", "Edit dataset", "POST /api/public/v2/datasets"],
  ] as const;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        <h1 className="mr-2 flex min-w-0 font-semibold">
          <Text>{dataset.name}</Text>
        </h1>
        {buttons.map(([name, label, change]) => (
          <Permitted key={name} change={change}>
            <button type="button" className="button" onClick={() => setOpened(name)}>
              {label}
            </button>
          </Permitted>
        ))}
        <ActionButton action={exporting}>Export JSONL</ActionButton>
        <select
          aria-label="Shown items"
          className="field ml-auto"
          value={shown}
          onChange={({ target }) => setShown(target.value)}
        >
          <option value="active">Active items</option>
          <option value="archived">Archived items</option>
        </select>
        <label className="flex items-center gap-1.5">
          <span className="text-soft">As of</span>
          <input
            type="datetime-local"
            step={1}
            className="field"
            value={version}
            onChange={({ target }) => setVersion(target.value)}
          />
        </label>
      </div>
      {asOf !== undefined && (
        <p className="text-amber px-4 pb-2">The items as they were then. They cannot be changed.</p>
      )}
      <Description dataset={dataset} />
      <RunList datasetId={dataset.id} />
      <ItemList dataset={dataset} version={asOf} isArchive={shown === "archived"} />
      {opened === "edit" && <DatasetDialog dataset={dataset} onSaved={close} onClose={close} />}
      {opened === "item" && <ItemDialog dataset={dataset} item={undefined} onClose={close} />}
      {opened === "import" && (
        <Suspense>
          <ImportDialog dataset={dataset} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

function Description({ dataset }: { dataset: Dataset }): ReactElement | null {
  const { description, metadata, inputSchema, expectedOutputSchema } = dataset;
  const values = [
    ["metadata", metadata],
    ["schema of inputs", inputSchema],
    ["schema of expected outputs", expectedOutputSchema],
  ] as const;
  const given = values.filter(([, value]) => value != null);
  if (description === null && given.length === 0) return null;
  return (
    <div className="max-h-40 overflow-auto px-4 pb-2" tabIndex={0} role="region" aria-label="Description">
      {description !== null && <p className="break-words">{description.slice(0, 5_000)}</p>}
      {given.map(([name, value]) => (
        <JsonValue key={name} name={name} value={value} />
      ))}
    </div>
  );
}
