// Measures the time until an application is ready: plain Node, this preload and three others, one after another in each round.
// The applications end as soon as they are ready and send nothing.
import { spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Effort } from "../effort.ts";
import { interleave, type Measured } from "../rounds.ts";
import { installationFolder } from "../installations.ts";
import { installedSize } from "./installed-size.ts";
import { median, medianRatio } from "../statistics.ts";
import { type Cell, figure, type Table } from "../table.ts";

const WORK = {
  full: { rounds: 15, warmUpRounds: 1 },
  smoke: { rounds: 1, warmUpRounds: 0 },
} as const satisfies Record<Effort, object>;

/** Way to start an application. */
export interface Starter {
  readonly name: string;
  /** Package to install for this way. */
  readonly package?: string;
  readonly node: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Name of the start without a preload. */
export const PLAIN = "plain Node";

/** Address at which nothing listens. */
const NOWHERE = "http://127.0.0.1:9";
const SVC = { SVC_PUBLIC_KEY: "pk", SVC_SECRET_KEY: "sk", SVC_BASE_URL: NOWHERE };

/** Environment that switches off, in the other preloads, the signals and detectors that this preload runs only on request. */
const RIVALS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: NOWHERE,
  OTEL_METRICS_EXPORTER: "none",
  OTEL_LOGS_EXPORTER: "none",
  OTEL_NODE_RESOURCE_DETECTORS: "env,host,os,process",
  ELASTIC_OTEL_NODE_ENABLE_LOG_SENDING: "false",
};

/** Start with this repository's preload. */
export const OURS: Starter = {
  name: "@svc/register",
  package: "@svc/register",
  node: ["--import", "@svc/register"],
  env: SVC,
};

/** Start with OpenTelemetry's own preload. */
export const AUTO: Starter = {
  name: "@opentelemetry/auto-instrumentations-node/register",
  package: "@opentelemetry/auto-instrumentations-node",
  node: ["--import", "@opentelemetry/auto-instrumentations-node/register"],
  env: RIVALS,
};

const STARTERS: readonly Starter[] = [
  { name: PLAIN, node: [] },
  OURS,
  {
    name: "@svc/register, own OTLP endpoint as well",
    node: ["--import", "@svc/register"],
    env: { ...SVC, OTEL_EXPORTER_OTLP_ENDPOINT: NOWHERE },
  },
  AUTO,
  {
    name: "@elastic/opentelemetry-node",
    package: "@elastic/opentelemetry-node",
    node: ["--import", "@elastic/opentelemetry-node"],
    env: RIVALS,
  },
  { name: "@splunk/otel", package: "@splunk/otel", node: ["--require", "@splunk/otel/instrument"], env: RIVALS },
];

/** Applications to start. */
export const APPLICATIONS = [
  { name: "a trivial application", file: "trivial.mjs" },
  { name: "an application of express and openai", file: "express-openai.mjs" },
];

/** Milliseconds until the process has ended, in elapsed time and in CPU time. */
export interface Start {
  readonly wall: number;
  readonly cpu: number;
}

/** Starts each application in each way, in turn. */
export async function benchStartup(effort: Effort): Promise<Table[]> {
  const { rounds, warmUpRounds } = WORK[effort];
  const tables: Table[] = [];
  const folder = installationFolder("startup");
  for (const { name, file } of APPLICATIONS) {
    const measure = (starter: Starter): Promise<Start> => start(folder, starter, file);
    await interleave(STARTERS, warmUpRounds, measure);
    tables.push(startTable(name, rounds, await interleave(STARTERS, rounds, measure)));
  }
  return [...tables, sizeTable()];
}

/** Starts an application of a folder and waits for its end. */
export async function start(folder: string, { name, node, env = {} }: Starter, file: string): Promise<Start> {
  const begin = process.hrtime.bigint();
  const child = spawn(process.execPath, [...node, file], {
    cwd: folder,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "ignore", "pipe", "pipe"],
  });
  const [complaints, cpu] = [text(child.stderr!), text(child.stdio[3] as Readable)];
  const [code] = (await once(child, "exit")) as [number | null];
  const wall = Number(process.hrtime.bigint() - begin) / 1e6;
  if (code !== 0) throw new Error(`${file} under ${name} ended with ${code}:\n${await complaints}`);
  return { wall, cpu: Number(await cpu) };
}

function startTable(application: string, rounds: number, starts: Measured<Start>): Table {
  const plain = starts.get(PLAIN)!;
  const rows = [...starts].map(([name, measured]) =>
    ([name] as Cell[]).concat(figures(measured, plain, "wall"), figures(measured, plain, "cpu")),
  );
  return {
    title: `Start of ${application}, until it is ready`,
    head: ["Preload", "ms", "ms × plain", "CPU ms", "CPU × plain"],
    rows,
    notes: [`Medians of ${rounds} interleaved rounds; ratios are medians of the ratios within a round.`],
  };
}

function figures(measured: readonly Start[], plain: readonly Start[], key: keyof Start): Cell[] {
  const [values, bases] = [measured.map((start) => start[key]), plain.map((start) => start[key])];
  return [figure(median(values), 0), figure(medianRatio(values, bases), 2)];
}

function sizeTable(): Table {
  const rows = STARTERS.flatMap(({ package: name }) => {
    if (name === undefined) return [];
    const { files, bytes } = installedSize(name);
    return [[name, figure(files, 0), figure(bytes / 1e6, 1)]];
  });
  return { title: "Installed with its dependencies", head: ["Package", "files", "MB"], rows };
}
