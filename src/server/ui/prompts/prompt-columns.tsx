import type { ReactElement } from "react";
import { Link } from "wouter";
import type { Column } from "../components/data-table.tsx";
import { timeText } from "../components/format.ts";
import { Text } from "../components/text.tsx";
import { useProject } from "../data/project.tsx";
import { LabelBadges } from "./label-badges.tsx";
import { promptAddress, promptsAddress } from "./prompt-addresses.ts";
import type { PromptRow } from "./prompt-folders.ts";

export const PROMPT_COLUMNS: ReadonlyArray<Column<PromptRow>> = [
  { label: "Name", cell: (row) => <NameCell row={row} /> },
  { label: "Type", isWideOnly: true, cell: (row) => (row.kind === "prompt" ? row.prompt.type : "folder") },
  {
    label: "Latest",
    isNumber: true,
    cell: (row) => (row.kind === "prompt" ? `v${Math.max(...row.prompt.versions)}` : ""),
  },
  { label: "Labels", cell: (row) => (row.kind === "prompt" ? <LabelBadges labels={row.prompt.labels} /> : null) },
  {
    label: "Tags",
    isWideOnly: true,
    cell: (row) => (row.kind === "prompt" ? <bdi className="break-all">{row.prompt.tags.join(", ")}</bdi> : null),
  },
  { label: "Last change", isWideOnly: true, cell: (row) => timeText(lastChange(row)) },
];

function NameCell({ row }: { row: PromptRow }): ReactElement {
  const project = useProject();
  const isFolder = row.kind === "folder";
  const address = isFolder ? promptsAddress(project, row.name) : promptAddress(project, row.name);
  return (
    <span className="flex min-w-0 flex-wrap gap-x-2">
      <Link href={address} className="text-link flex min-w-0 underline-offset-4 hover:underline">
        <Text>{row.name}</Text>
      </Link>
      {isFolder && (
        <span className="text-soft whitespace-nowrap">
          {row.prompts.length.toLocaleString("en")} prompt{row.prompts.length === 1 ? "" : "s"}
        </span>
      )}
    </span>
  );
}

function lastChange(row: PromptRow): number {
  const prompts = row.kind === "prompt" ? [row.prompt] : row.prompts;
  return Math.max(...prompts.map(({ lastUpdatedAt }) => Date.parse(lastUpdatedAt)));
}
