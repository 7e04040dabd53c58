import { createReadStream } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { ObservationWriter } from "../ingest/writer/observation-writer.ts";
import { LOCAL_PROJECT } from "../storage/local-project.ts";
import { inTransaction } from "../storage/sqlite/transaction.ts";
import { findProject } from "../stores/projects.ts";
import { type Command, needObservationsInFile, note, withDatabase, withDocuments } from "./command.ts";

const HELP = `Usage: svc-server import [options] [FILE...]

Stores OTLP JSON lines from files or stdin, as \`svc-server export\` and the file exporters of OpenTelemetry write them. Replaces
spans that are stored already. Stops at the first line that cannot be read and prints its number; the lines before it stay stored.

  --data DIR    data directory of the service (default: the directory of this user)
  --project ID  project to store into (default ${LOCAL_PROJECT.id})
`;

const OPTIONS = {
  data: { type: "string" },
  project: { type: "string", default: LOCAL_PROJECT.id },
} as const;

/** Command that stores OTLP JSON lines. */
export const importCommand: Command = { help: HELP, run: runImport };

async function runImport(parameters: string[]): Promise<void> {
  needObservationsInFile("import", "Send the lines to a running service instead: POST each to /v1/traces.");
  const { values, positionals } = parseArgs({ args: parameters, options: OPTIONS, allowPositionals: true });
  const { data, project } = values;
  if ((await withDocuments(data, async (records) => findProject(records, project))) === undefined) {
    throw new Error(`There is no project ${project}. Create it with: svc-server keys --project NAME`);
  }
  await withDatabase(data, async (database) => {
    let lines = 0;
    for (const file of positionals.length > 0 ? positionals : [undefined]) {
      lines += await storeLines(database, project, file);
    }
    note(`stored ${lines} lines in project ${project}`);
  });
}

async function storeLines(database: DatabaseSync, projectId: string, file: string | undefined): Promise<number> {
  const writer = new ObservationWriter(database, true);
  const source = { projectId, publicKey: null, sdkName: null, sdkVersion: null };
  const input = file === undefined ? process.stdin : createReadStream(file);
  const failed = new Promise<never>((_, reject) => input.once("error", reject));
  let number = 0;
  const store = async (): Promise<void> => {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      number += 1;
      if (line.trim() === "") continue;
      try {
        inTransaction(database, () => writer.store("json", Buffer.from(line), source));
      } catch (error) {
        throw new Error(
          `${file ?? "stdin"}, line ${number}: ${error instanceof Error ? error.message : String(error)}`,
          {
            cause: error,
          },
        );
      }
    }
  };
  await Promise.race([store(), failed]);
  return number;
}
