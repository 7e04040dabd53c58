import { once } from "node:events";
import { parseArgs } from "node:util";
import { SVC_SDK_VERSION } from "@svc/core/internal";
import { toExport } from "../ingest/span-export.ts";
import { writtenTable } from "../transfer/move-table.ts";
import { writeMove } from "../transfer/write-move.ts";
import { LOCAL_PROJECT } from "../storage/local-project.ts";
import { type Command, note } from "./command.ts";
import { withArchive, withObservations } from "./stored-data.ts";

const HELP = `Usage: svc-server export [options] > traces.jsonl

Writes every observation of a project to stdout as OTLP JSON lines: each line is a trace export that \`svc-server import\`,
another service of this kind or an OpenTelemetry collector reads.

  --data DIR    data directory of the service (default: the directory of this user)
  --project ID  project to write (default ${LOCAL_PROJECT.id})
  --all         write everything of all projects instead, with counts and checksums, for \`svc-server import\` alone: observations,
                scores, prompts, datasets, configurations, hashes of keys, secrets of connections, and media. Keep it private
`;

const OPTIONS = {
  data: { type: "string" },
  project: { type: "string" },
  all: { type: "boolean", default: false },
} as const;

/** Command that writes observations of a project as OTLP JSON lines, or everything as a file for another service. */
export const exportCommand: Command = { help: HELP, run: runExport };

async function runExport(parameters: string[]): Promise<void> {
  const { data, project, all } = parseArgs({ args: parameters, options: OPTIONS }).values;
  if (!all) return exportProject(data, project ?? LOCAL_PROJECT.id);
  if (project !== undefined) throw new Error("--all writes all projects: leave --project out.");
  const output = { write: writeLine, note, service: SVC_SDK_VERSION };
  const tally = await withArchive(data, async (archive) => writeMove(archive, output));
  for (const line of writtenTable(tally)) note(line);
}

async function exportProject(data: string | undefined, projectId: string): Promise<void> {
  let count = 0;
  await withObservations(data, async (archive) => {
    for await (const observations of archive.observations(projectId)) {
      count += observations.length;
      await writeLine(JSON.stringify(toExport(observations)));
    }
  });
  note(`wrote ${count} observations of project ${projectId}`);
}

async function writeLine(line: string): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, "drain");
}
