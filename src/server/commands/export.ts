import { once } from "node:events";
import type { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { toExport } from "../ingest/span-export.ts";
import { readInOrder } from "../query/sqlite/sqlite-arrivals.ts";
import { RecordReader } from "../storage/records.ts";
import { LOCAL_PROJECT } from "../storage/local-project.ts";
import { type Command, needObservationsInFile, note, withDatabase } from "./command.ts";

const HELP = `Usage: svc-server export [options] > traces.jsonl

Writes every observation of a project to stdout as OTLP JSON lines: each line is a trace export that \`svc-server import\`,
another service of this kind or an OpenTelemetry collector reads.

  --data DIR    data directory of the service (default: the directory of this user)
  --project ID  project to write (default ${LOCAL_PROJECT.id})
`;

const OPTIONS = {
  data: { type: "string" },
  project: { type: "string", default: LOCAL_PROJECT.id },
} as const;

/** Command that writes the observations of a project as OTLP JSON lines. */
export const exportCommand: Command = { help: HELP, run: runExport };

async function runExport(parameters: string[]): Promise<void> {
  needObservationsInFile("export", "Without the variable, it writes what the file has.");
  const { values } = parseArgs({ args: parameters, options: OPTIONS });
  const count = await withDatabase(values.data, async (database) => writeAll(database, values.project));
  note(`wrote ${count} observations of project ${values.project}`);
}

async function writeAll(database: DatabaseSync, projectId: string): Promise<number> {
  let count = 0;
  for (const observations of readInOrder(new RecordReader(database), projectId)) {
    count += observations.length;
    if (!process.stdout.write(`${JSON.stringify(toExport(observations))}\n`)) await once(process.stdout, "drain");
  }
  return count;
}
