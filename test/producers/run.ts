// Runs outside producers of spans against stand-ins of the model providers, and prints how the service reads them. `usage` has the commands.
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { LOCAL_KEYS, basicAuthorization } from "@svc/core/internal";
import { startServer } from "@svc/server";
import { markdownTable } from "../../scripts/docs/markdown-table.ts";
import { nodeFolder, run, virtualEnvironment } from "../support/application/installed-producer.ts";
import { observations } from "../support/server/otlp-calls.ts";
import { ANY, EXPECTED, NODE, PYTHON, type Producer, type Reading } from "./producers.ts";
import { ANSWER, startStandIn } from "./stand-in.ts";

const usage = `npm run test:producers -- [--details] [TEXT…]
    Installs the producers whose names contain one of the texts, or all, in .build/producers, runs each, and prints a table. A cell has what the
    service read; one that is wrong also has what is right. Needs Python 3.10 or later. Exit code 1 when a cell is wrong.
--details  prints the observations of each`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: "boolean" }, details: { type: "boolean" } },
});
if (values.help) {
  console.log(usage);
  process.exit();
}

const FOLDER = join(process.cwd(), ".build/producers");
/** Time in which a program ends, in milliseconds. On a busy machine some packages take minutes to import. */
const LIMIT_MS = 600_000;
/** Words of the question that every program asks. */
const QUESTION = "capital of France?";

type Row = Record<string, unknown>;

const standIn = await startStandIn();
let wrong = 0;
const table: string[][] = [];
for (const [language, producers] of [
  ["python", PYTHON],
  ["node", NODE],
] as const) {
  for (const producer of producers) {
    if (positionals.length > 0 && !positionals.some((text) => producer.name.includes(text))) continue;
    const cells = await cellsOf(producer, language);
    console.error([producer.name, ...cells].join(" | "));
    table.push([producer.name, producer.packages[0]!.replace(/^.+(?:==|@)/, ""), ...cells]);
  }
}
standIn.close();
console.log(markdownTable(["Producer", "Version", ...Object.keys(EXPECTED)], table));
process.exit(wrong > 0 ? 1 : 0);

/** Returns the cells of a row. A right cell has what was read; a wrong one both values. */
async function cellsOf(producer: Producer, language: "python" | "node"): Promise<string[]> {
  const read = await readingOf(producer, language).catch((error: unknown) => {
    wrong += 1;
    return String(error).slice(-600);
  });
  if (typeof read === "string") {
    console.error(read);
    return Object.keys(EXPECTED).map((_, index) => (index === 0 ? "does not run" : ""));
  }
  const expected: Reading = { ...EXPECTED, ...producer.gives };
  return Object.entries(expected).map(([name, value]) => {
    const actual = read[name as keyof Reading];
    if (value === ANY && actual !== "") return "own";
    if (typeof value === "number" ? Math.abs(Number(actual) - value) < 1e-12 : actual === value) return String(actual);
    wrong += 1;
    return `**${actual}**, not ${value}`;
  });
}

/** Runs a producer with a service of its own, and returns what the service read. */
async function readingOf(producer: Producer, language: "python" | "node"): Promise<Reading> {
  const [command, folder] = language === "python" ? await pythonPrograms(producer) : await nodePrograms(producer);
  const program = (producer.program ?? producer.name).replaceAll(/[- ]/g, "_");
  // A module of Python with the name of a package would hide it.
  const file = join(folder, `with_${program}.${language === "python" ? "py" : "mjs"}`);
  const server = await startServer({ port: 0, memory: true });
  try {
    await run(command, [file], LIMIT_MS, { ...environment(server.url), ...producer.env });
    const fields = "core,basic,io,usage,model,metrics,trace_context,metadata";
    const { data } = await observations(server, { fields, limit: "1000" });
    if (values.details) console.error(JSON.stringify(data, undefined, 1));
    return reading(data);
  } finally {
    await server.close();
  }
}

function reading(rows: readonly Row[]): Reading {
  const calls = rows.filter(({ type }) => type === "GENERATION" || type === "EMBEDDING");
  const sum = (of: (row: Row) => unknown): number => rows.reduce((total, row) => total + Number(of(row) ?? 0), 0);
  const has = (name: string, text: string): boolean =>
    calls.every((row) => String(row[name]).includes(text)) && calls.length > 0;
  return {
    tree: treeOf(rows),
    calls: calls.length,
    model: [...new Set(calls.map((row) => row["providedModelName"]))].join(", "),
    input: has("input", QUESTION),
    output: has("output", ANSWER),
    tokens: sum((row) => (row["usageDetails"] as Record<string, number>)["total"]),
    cost: Number(sum((row) => row["totalCost"]).toFixed(10)),
    firstToken: calls.some((row) => row["timeToFirstToken"] !== null),
    session: [...new Set(rows.map((row) => row["sessionId"]))].filter((id) => typeof id === "string").join(", "),
  };
}

function treeOf(rows: readonly Row[]): string {
  const ids = new Set(rows.map(({ id }) => id));
  const below = (parent: unknown): string =>
    rows
      .filter((row) => (ids.has(row["parentObservationId"]) ? row["parentObservationId"] : null) === parent)
      .toSorted((one, other) => String(one["startTime"]).localeCompare(String(other["startTime"])))
      .map((row) => `${String(row["type"])}${ids.size > 1 && below(row["id"]) ? `(${below(row["id"])})` : ""}`)
      .join(", ");
  return below(null);
}

function environment(url: string): NodeJS.ProcessEnv {
  const authorization = basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey);
  return {
    ...process.env,
    OPENAI_BASE_URL: `${standIn.url}/v1`,
    OPENAI_API_BASE: `${standIn.url}/v1`,
    OPENAI_API_KEY: "x",
    ANTHROPIC_BASE_URL: standIn.url,
    ANTHROPIC_API_KEY: "x",
    GEMINI_BASE_URL: standIn.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/api/public/otel`,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/protobuf",
    OTEL_EXPORTER_OTLP_HEADERS: `Authorization=${encodeURIComponent(authorization)}`,
    // litellm asks for prices on another host otherwise.
    LITELLM_LOCAL_MODEL_COST_MAP: "True",
    LANGFUSE_BASE_URL: url,
    LANGFUSE_PUBLIC_KEY: LOCAL_KEYS.publicKey,
    LANGFUSE_SECRET_KEY: LOCAL_KEYS.secretKey,
  };
}

async function pythonPrograms({ packages }: Producer): Promise<[command: string, folder: string]> {
  return [await virtualEnvironment(FOLDER, packages), join(import.meta.dirname, "python")];
}

/** Copies the programs beside the packages, as Node looks for packages from a program's place. */
async function nodePrograms({ packages }: Producer): Promise<[command: string, folder: string]> {
  const folder = await nodeFolder(FOLDER, packages);
  await cp(join(import.meta.dirname, "node"), folder, { recursive: true });
  return [process.execPath, folder];
}
