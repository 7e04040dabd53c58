import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { START_OF_FILE } from "../transfer/move-format.ts";
import { MoveLines, checkMove } from "../transfer/move-lines.ts";
import { missingIn, movedTable } from "../transfer/move-table.ts";
import { partsBehind, readMove } from "../transfer/read-move.ts";
import { LOCAL_PROJECT } from "../storage/local-project.ts";
import { findProject } from "../resources/projects.ts";
import { type Command, note, say, withDocuments } from "./command.ts";
import { withArchive, withObservations } from "./stored-data.ts";

const HELP = `Usage: svc-server import [options] [FILE...]

Stores OTLP JSON lines from files or stdin, as \`svc-server export\` and the file exporters of OpenTelemetry write them. Replaces
spans that are stored already. Stops at the first line that cannot be read and prints its number; the lines before it stay stored.

Stores everything of a file that \`svc-server export --all\` has written, as it was, and compares counts and checksums. A file that
is not whole is refused before anything of it is stored, unless it comes from stdin. After an interruption, import it again.

  --data DIR    data directory of the service (default: the directory of this user)
  --project ID  project to store OTLP JSON lines into (default ${LOCAL_PROJECT.id})
`;

const OPTIONS = { data: { type: "string" }, project: { type: "string" } } as const;

/** Command that stores OTLP JSON lines, or everything of another service. */
export const importCommand: Command = { help: HELP, run: runImport };

interface ImportOptions {
  data?: string;
  project?: string;
}

async function runImport(parameters: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args: parameters, options: OPTIONS, allowPositionals: true });
  // Before the first line, for which a user who types would have to wait.
  if (values.project !== undefined) await checkProject(values.data, values.project);
  let stored: number | undefined;
  for (const file of positionals.length > 0 ? positionals : [undefined]) {
    await withLines(file, async (lines) => {
      const first = await lines.next();
      const all = behind(first, lines);
      if (first.done !== true && first.value.startsWith(START_OF_FILE)) await importMove(values, file, all);
      else stored = (stored ?? 0) + (await storeLines(values, file, all));
    });
  }
  if (stored !== undefined) note(`stored ${stored} lines in project ${values.project ?? LOCAL_PROJECT.id}`);
}

async function checkProject(data: string | undefined, project: string): Promise<void> {
  if ((await withDocuments(data, async (records) => findProject(records, project))) !== undefined) return;
  throw new Error(`There is no project ${project}. Create it with: svc-server keys --project NAME`);
}

/** Stores OTLP JSON lines. Returns their number. */
async function storeLines(
  { data, project = LOCAL_PROJECT.id }: ImportOptions,
  file: string | undefined,
  lines: AsyncIterable<string>,
): Promise<number> {
  await checkProject(data, project);
  const source = { projectId: project, publicKey: null, sdkName: null, sdkVersion: null };
  let number = 0;
  await withObservations(data, async (observations) => {
    for await (const line of lines) {
      number += 1;
      if (line.trim() === "") continue;
      try {
        await observations.storeExport(Uint8Array.from(Buffer.from(line)), source);
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        throw new Error(`${file ?? "stdin"}, line ${number}: ${problem}`, { cause: error });
      }
    }
  });
  return number;
}

/** Stores everything of a file of a move, and prints what was read and what is stored. */
async function importMove(
  { data, project }: ImportOptions,
  file: string | undefined,
  lines: AsyncGenerator<string>,
): Promise<void> {
  if (project !== undefined) throw new Error("--project: an export of all projects names the project of each row.");
  if (file !== undefined && (await stat(file)).isFile()) {
    await withLines(file, async (checked) => checkMove(new MoveLines(checked, file), partsBehind));
  }
  const moved = await withArchive(data, async (archive) => readMove(new MoveLines(lines, file ?? "stdin"), archive));
  say(`${movedTable(moved).join("\n")}\n`);
  const missing = missingIn(moved);
  if (missing !== undefined) throw new Error(missing);
}

/** Reads the lines of a file, or of stdin, for some work. Rejects when the file cannot be read. */
async function withLines<T>(file: string | undefined, work: (lines: AsyncIterator<string>) => Promise<T>): Promise<T> {
  const input = file === undefined ? process.stdin : createReadStream(file);
  const failed = new Promise<never>((_, reject) => input.once("error", reject));
  const lines = createInterface({ input, crlfDelay: Infinity })[Symbol.asyncIterator]();
  try {
    return await Promise.race([work(lines), failed]);
  } finally {
    // What is behind a problem is not read.
    input.destroy();
  }
}

/** Yields a line that was read already, and all behind it. */
async function* behind(first: IteratorResult<string>, lines: AsyncIterator<string>): AsyncGenerator<string> {
  for (let next = first; next.done !== true; next = await lines.next()) yield next.value;
}
