import type { CreateDatasetItemRequest } from "@svc/core/api";
import type { ReactElement } from "react";
import { ChoiceField } from "../components/choice-field.tsx";
import { type Column, DataTable } from "../components/data-table.tsx";
import { ValueExcerpt } from "../components/value-excerpt.tsx";
import { COLUMN_USES, type ColumnUse, type ItemMapping, itemOf } from "./item-mapping.ts";
import type { FileRow } from "./read-file.ts";

/** Rows that the preview shows. */
const SHOWN = 5;

type PreviewRow = CreateDatasetItemRequest & { readonly row: number };

const COLUMNS: ReadonlyArray<Column<PreviewRow>> = [
  { label: "Input", cell: ({ input }) => <ValueExcerpt value={input} /> },
  { label: "Expected output", cell: ({ expectedOutput }) => <ValueExcerpt value={expectedOutput} /> },
  { label: "Metadata", cell: ({ metadata }) => <ValueExcerpt value={metadata} /> },
];

interface ImportPreviewProps {
  datasetName: string;
  rows: readonly FileRow[];
  mapping: ItemMapping;
  onChange: (mapping: ItemMapping) => void;
}

const USES = Object.entries(COLUMN_USES) as ReadonlyArray<[ColumnUse, string]>;

/** Use of each column of a file, and the items that the first rows become. */
export function ImportPreview({ datasetName, rows, mapping, onChange }: ImportPreviewProps): ReactElement {
  const items = rows.slice(0, SHOWN).map((row) => Object.assign(itemOf(datasetName, row, mapping), { row: row.row }));
  return (
    <>
      <fieldset className="flex flex-wrap gap-3">
        <legend className="mb-1 font-semibold">Columns</legend>
        {Object.entries(mapping).map(([column, use]) => (
          <ChoiceField
            key={column}
            label={column.slice(0, 60)}
            choices={USES}
            value={use}
            onChange={(chosen) => onChange({ ...mapping, [column]: chosen })}
          />
        ))}
      </fieldset>
      <div className="max-h-72 overflow-auto" tabIndex={0} role="region" aria-label="Preview">
        <DataTable label="Preview" columns={COLUMNS} keyOf={({ row }) => String(row)} rows={items} />
      </div>
    </>
  );
}
