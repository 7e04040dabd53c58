import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { type Column, DataTable } from "../components/data-table.tsx";
import { costText, countText, durationText } from "../components/format.ts";
import { Problem } from "../components/problem.tsx";
import { TracesLink } from "../components/traces-link.tsx";
import { type VersionUsage as Usage, ofPromptVersion, readPromptUsage } from "../data/prompt-usage.ts";
import { useProject } from "../data/project.tsx";
import { Section } from "../observation/section.tsx";

/** Generations that used the versions of a prompt: how many, how slow, how expensive. `version` is the one that is shown. */
export function VersionUsage({ name, version }: { name: string; version: number }): ReactElement {
  const project = useProject();
  const { data, error, refetch } = useQuery({
    queryKey: ["prompt", project.id, name, "usage"],
    queryFn: async () => readPromptUsage(project.api, name),
  });
  const isUsed = data?.some((row) => row.version === version);
  return (
    <Section title="Used by">
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data !== undefined && !isUsed && (
        <p className="text-soft mb-2">
          No generation names version {version}. An application links a generation to a prompt when it passes the prompt
          along: see the code below.
        </p>
      )}
      {data !== undefined && data.length > 0 && (
        <div className="overflow-x-auto">
          <DataTable label="Used by" columns={columnsOf(name)} rows={data} keyOf={(row) => String(row.version)} />
        </div>
      )}
    </Section>
  );
}

function columnsOf(name: string): ReadonlyArray<Column<Usage>> {
  return [
    { label: "Version", cell: ({ version }) => version },
    {
      label: "Generations",
      isNumber: true,
      cell: ({ version, generations }) => (
        <TracesLink conditions={ofPromptVersion(name, version)}>
          {countText(generations)}
          <span className="sr-only"> traces of version {version}</span>
        </TracesLink>
      ),
    },
    { label: "Median latency", isNumber: true, cell: ({ medianLatency }) => durationText(medianLatency) },
    { label: "95 % below", isNumber: true, isWideOnly: true, cell: ({ slowLatency }) => durationText(slowLatency) },
    {
      label: "Tokens each",
      isNumber: true,
      isWideOnly: true,
      cell: ({ tokens, generations }) => countText(Math.round(tokens / generations)),
    },
    { label: "Cost", isNumber: true, cell: ({ cost }) => costText(cost) },
  ];
}
