// Runs programs with language models, sends their spans to other backends, and prints what those show. `usage` has the commands.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { markdownTable } from "../../scripts/docs/markdown-table.ts";
import { ANSWER, startStandIn } from "../producers/stand-in.ts";
import { programOutput } from "../support/application/run-application.ts";
import { CELLS, noiseIn } from "./cells.ts";
import { startMlflow } from "./mlflow.ts";
import { startPhoenix } from "./phoenix.ts";
import { takePicture } from "./picture.ts";
import { PRODUCERS, foldersOf, type Producer } from "./producers.ts";
import { PROGRAMS, type Program } from "./programs.ts";
import type { Backend } from "./server.ts";

const usage = `npm run test:backends -- [--backend NAME] [--producer NAME]… [--details] [--pictures] [PROGRAM…]
    Installs the backends and the producers of spans in .build/backends, runs the programs whose names contain one of the texts, or all, with
    each producer, and prints what each backend shows. Needs Python 3.10 or later. Exit code 1 when a cell of svc lacks something.
--details   prints the spans as the backend shows them
--pictures  takes pictures of the pages with the last call of a model by svc`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean" },
    backend: { type: "string" },
    producer: { type: "string", multiple: true },
    details: { type: "boolean" },
    pictures: { type: "boolean" },
  },
});
if (values.help) {
  console.log(usage);
  process.exit();
}

const ROOT = join(process.cwd(), ".build/backends");
const includes = (name: string, text = ""): boolean => name.toLowerCase().includes(text.toLowerCase());

const isAsked = ({ name }: Producer): boolean => values.producer?.some((text) => includes(name, text)) !== false;

const standIn = await startStandIn();
let lacks = 0;
for (const [name, start] of [
  ["Phoenix", startPhoenix],
  ["MLflow", startMlflow],
] as const) {
  if (!includes(name, values.backend)) continue;
  const backend = await start(ROOT);
  try {
    console.log(
      `\n${backend.name}\n\n${markdownTable(["Program", "Producer", ...CELLS.map(([cell]) => cell), "noise spans"], await rowsOf(backend))}`,
    );
  } finally {
    await backend.close();
  }
}
standIn.close();
process.exit(lacks > 0 ? 1 : 0);

async function rowsOf(backend: Backend): Promise<string[][]> {
  const rows: string[][] = [];
  for (const program of PROGRAMS) {
    if (positionals.length > 0 && !positionals.some((text) => includes(program.name, text))) continue;
    for (const producer of PRODUCERS) {
      if (!producer.records.includes(program.file) || !isAsked(producer)) continue;
      const row = [program.name, producer.name, ...(await cellsOf(backend, program, producer))];
      console.error(row.join(" | "));
      rows.push(row);
    }
  }
  return rows;
}

async function cellsOf(backend: Backend, program: Program, producer: Producer): Promise<string[]> {
  const run = `${producer.name} ${program.name}`.replaceAll(/[^\w]+/g, "-");
  const { cwd, node } = await foldersOf(producer, ROOT);
  const env = {
    OPENAI_API_KEY: "x",
    OPENAI_BASE_URL: `${standIn.url}/v1`,
    // The servers take their time on a busy machine.
    OTEL_EXPORTER_OTLP_TIMEOUT: "60000",
    ...(await backend.open(run)),
    ...producer.env,
  };
  const failure = await programOutput({ cwd, node, args: [program.file], env }).then(
    () => undefined,
    (error: unknown) => String(error).slice(-300),
  );
  if (failure !== undefined) console.error(failure);
  const spans = await backend.spans(run);
  if (values.details) console.error(JSON.stringify(spans, undefined, 1));
  if (values.pictures && producer.isOurs) await picture(backend, run);
  return [
    ...CELLS.map(([, lacking]) => {
      const lacked = lacking(spans, program.shown);
      if (producer.isOurs && lacked !== undefined) lacks += lacked.length;
      if (lacked === undefined) return "";
      return lacked.length === 0 ? "yes" : `no ${lacked.join(", ")}`;
    }),
    String(noiseIn(spans)),
  ];
}

async function picture(backend: Backend, run: string): Promise<void> {
  const folder = join(ROOT, "pictures");
  await mkdir(folder, { recursive: true });
  const file = join(folder, `${backend.name} ${run}.png`.replaceAll(" ", "-"));
  await writeFile(file, await takePicture(await backend.page(run), "chat gpt-4o-mini", ANSWER));
  console.error(file);
}
