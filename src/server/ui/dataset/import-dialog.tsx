import type { Dataset } from "@svc/core/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useEffect, useRef, useState } from "react";
import { FormDialog } from "../components/form-dialog.tsx";
import { countText } from "../components/format.ts";
import { FormField } from "../components/form-field.tsx";
import { useProject } from "../data/project.tsx";
import { type ImportProgress, importItems } from "./import-items.ts";
import { ImportPreview } from "./import-preview.tsx";
import { type ItemMapping, guessMapping } from "./item-mapping.ts";
import { type FileContent, type RowProblem, readFile } from "./read-file.ts";

/** Problems of rows that are named. */
const MOST_PROBLEMS = 50;

/** Import of a file into a dataset: choice of the file, use of its columns, preview, and progress. */
export function ImportDialog({ dataset, onClose }: { dataset: Dataset; onClose: () => void }): ReactElement {
  const { id, api } = useProject();
  const queries = useQueryClient();
  const [content, setContent] = useState<FileContent>();
  const [mapping, setMapping] = useState<ItemMapping>({});
  const [progress, setProgress] = useState<ImportProgress>();
  const stopping = useRef<AbortController>(new AbortController());
  useEffect(() => {
    const controller = new AbortController();
    stopping.current = controller;
    return () => controller.abort();
  }, []);
  const reading = useMutation({
    mutationFn: readFile,
    onSuccess: (read) => {
      setContent(read);
      setMapping(guessMapping(read.columns));
      setProgress(undefined);
    },
  });
  const rows = content?.rows ?? [];
  const importing = useMutation({
    mutationFn: async () => {
      if (progress !== undefined) return onClose();
      if (rows.length === 0) throw new Error("Choose a file with rows first");
      await importItems(api, dataset.name, rows, mapping, setProgress, stopping.current.signal);
      await queries.invalidateQueries({ queryKey: ["datasetItems", id] });
    },
  });
  const isDone = progress !== undefined && !importing.isPending;
  const confirm = isDone ? "Done" : `Import ${countText(rows.length)} items`;
  return (
    <FormDialog title="Import items" confirm={confirm} action={importing} onClose={onClose}>
      {progress === undefined && (
        <FormField
          label="File"
          hint="CSV with a head, or JSONL: an object on each line"
          problem={reading.error?.message}
        >
          {(attributes) => (
            <input
              {...attributes}
              type="file"
              accept=".csv,.jsonl,.ndjson,.json,.txt"
              className="field h-auto py-1"
              onChange={({ target }) => {
                const file = target.files?.[0];
                if (file !== undefined) reading.mutate(file);
              }}
            />
          )}
        </FormField>
      )}
      {reading.isPending && <p aria-busy>Reading the file…</p>}
      {content !== undefined && progress === undefined && (
        <ImportPreview datasetName={dataset.name} rows={rows} mapping={mapping} onChange={setMapping} />
      )}
      {progress !== undefined && <Progress progress={progress} all={rows.length} />}
      <Problems problems={[...(content?.problems ?? []), ...(progress?.problems ?? [])]} />
    </FormDialog>
  );
}

function Progress({ progress: { stored, problems }, all }: { progress: ImportProgress; all: number }): ReactElement {
  return (
    <div>
      <progress aria-label="Import" className="accent-link w-full" value={stored + problems.length} max={all} />
      <p role="status">
        {countText(stored) || "0"} of {countText(all)} items imported
      </p>
    </div>
  );
}

function Problems({ problems }: { problems: readonly RowProblem[] }): ReactElement | null {
  if (problems.length === 0) return null;
  return (
    <section aria-label="Problems" className="max-h-40 overflow-auto" tabIndex={0}>
      <h3 className="text-red font-semibold">
        {problems.length === 1 ? "1 row is left out" : `${countText(problems.length)} rows are left out`}
      </h3>
      <ul>
        {problems.slice(0, MOST_PROBLEMS).map(({ row, message }) => (
          <li key={`${row} ${message}`} className="break-words">
            Row {row}: {message.slice(0, 500)}
          </li>
        ))}
      </ul>
    </section>
  );
}
