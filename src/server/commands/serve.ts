import { parseArgs } from "node:util";
import { DEFAULT_BASE_URL, LOCAL_KEYS } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import { parseFault } from "../api/fault-injection.ts";
import { OPEN_OPTION } from "../api/local-access.ts";
import { SERVICE_VERSION } from "../api/service-version.ts";
import { credentialLines } from "./credential-lines.ts";
import { type RunningServer, type ServerOptions, startServer } from "../server.ts";
import { STORE_URL_VARIABLE, storeUrlIn } from "../engines/clickhouse/database/clickhouse-address.ts";
import { SIGN_IN_VARIABLES, publicUrlIn, signInSettingsIn } from "../sign-in/sign-in-settings.ts";
import { DOCUMENTS_URL_VARIABLE, documentsUrlIn } from "../storage/documents-url.ts";
import { MEDIA_URL_VARIABLE, mediaUrlIn } from "../storage/media/media-url.ts";
import { formatSize } from "../storage/pruning/byte-size.ts";
import { DEFAULT_LIMITS } from "../storage/pruning/keep-limits.ts";
import type { KeyPair } from "../resources/api-keys.ts";
import { type Command, messageOf, readDays, readSize, say } from "./command.ts";

const VARIABLES = [settings.publicKey, settings.secretKey].map(({ variables }) => variables[0] ?? "");

const HELP = `Usage: svc-server [options]
       svc-server prune | export | import | keys | mcp [--help]

Receives, stores and shows the traces of LLM applications on this machine.

  --port PORT          port to listen on; the next free port when it is taken (default ${new URL(DEFAULT_BASE_URL).port})
  --host HOST          address to listen on (default 127.0.0.1: this machine only)
  --otlp-port PORT     second port, usually 4318, that accepts exports at /v1/traces as a collector does
  --env-keys           accept the keys in ${VARIABLES.join(" and ")}, from everywhere
  ${OPEN_OPTION}  let this machine use the local project without keys, also with keys, a --host, ${SIGN_IN_VARIABLES.publicUrl} or sign-in
  --data DIR           directory of the data (default: a directory of this user)
  --memory             keep all data in memory
  --keep-days DAYS     remove observations that are older; 0 to keep them for ever (default ${DEFAULT_LIMITS.keepDays})
  --max-size SIZE      remove observations of the largest project above this size, such as 500MB; 0 for no limit (default ${formatSize(DEFAULT_LIMITS.maxBytes)})
  --as-version VERSION answer like this version of the service, such as 4.54.0 (default ${SERVICE_VERSION})
  --drain SECONDS      after SIGTERM, take requests for this time while /api/public/ready answers 503 (default 0)
  --metrics [HOST:]PORT  tell measurements of the service at /metrics of this port, to this machine only or on HOST
  --fault FAULT        inject a fault, for tests of clients: delay:ms=N, 429:retry-after=N, 503, drop or crash; with times=N, path=/…
  --version            print the version
  --help               print this help

${MEDIA_URL_VARIABLE}=s3://BUCKET/PREFIX keeps media in a bucket, ${DOCUMENTS_URL_VARIABLE}=postgres://… prompts, datasets and keys in
PostgreSQL, and ${STORE_URL_VARIABLE}=clickhouse://… observations and scores in ClickHouse (docs/scale.md).
${SIGN_IN_VARIABLES.issuer}=https://… lets people sign in to the page (docs/sign-in.md).
`;

const OPTIONS = {
  port: { type: "string" },
  host: { type: "string" },
  "otlp-port": { type: "string" },
  "env-keys": { type: "boolean" },
  "open-to-this-machine": { type: "boolean" },
  data: { type: "string" },
  memory: { type: "boolean" },
  "keep-days": { type: "string" },
  "max-size": { type: "string" },
  "as-version": { type: "string" },
  drain: { type: "string" },
  metrics: { type: "string" },
  fault: { type: "string", multiple: true },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>["values"];

/** Command that runs the service until a signal ends it. */
export const serveCommand: Command = { help: HELP, run: serve };

async function serve(parameters: string[]): Promise<void> {
  const { values } = parseArgs({ args: parameters, options: OPTIONS });
  const drainMs = given(values.drain, readDrainMs) ?? 0;
  const server = await startServer(serverOptions(values));
  closeOnSignal(server, drainMs);
  say(introduction(server, values));
}

function serverOptions(values: Values): ServerOptions {
  const { port, host, data, memory } = values;
  if (memory && data !== undefined) {
    throw new Error("--memory keeps all data in memory and --data names a directory: give one of the two.");
  }
  const options = {
    port: given(port, (text) => portNumber("--port", text)),
    host,
    otlpPort: given(values["otlp-port"], (text) => portNumber("--otlp-port", text)),
    keys: values["env-keys"] ? keysFromEnvironment() : undefined,
    dataDirectory: data,
    memory,
    mediaUrl: mediaUrlIn(process.env),
    documentsUrl: documentsUrlIn(process.env),
    storeUrl: storeUrlIn(process.env),
    signIn: signInSettingsIn(process.env),
    publicUrl: publicUrlIn(process.env),
    openToThisMachine: values["open-to-this-machine"],
    keepDays: given(values["keep-days"], readDays),
    maxBytes: given(values["max-size"], readSize),
    asVersion: values["as-version"],
    metrics: given(values.metrics, readMetricsAddress),
    faults: values.fault?.map(parseFault),
  };
  const set = Object.entries(options).filter(([, value]) => value !== undefined);
  return { log: (line) => say(`${line}\n`), ...(Object.fromEntries(set) as ServerOptions) };
}

function given<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : read(text);
}

function keysFromEnvironment(): KeyPair {
  const [publicKey, secretKey] = VARIABLES.map((name) => process.env[name]?.trim() ?? "");
  if (!publicKey || !secretKey) throw new Error(`--env-keys: set both ${VARIABLES.join(" and ")}.`);
  return { publicKey, secretKey };
}

function portNumber(option: string, text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) {
    throw new Error(`${option} ${text}: a number from 0 to 65535 is expected.`);
  }
  return port;
}

/** Returns the lines that introduce the service. The last line says at which address the service takes requests. */
function introduction(server: RunningServer, values: Values): string {
  const { url, otlpUrl, metricsUrl, dataDirectory, closedBecause } = server;
  const address = url === addressOfDefault() ? [] : [`${settings.baseUrl.variables[0]}=${url}`];
  const isOpen = closedBecause === undefined;
  return [
    `data directory: ${dataDirectory ?? "none, all data is in memory"}`,
    ...(isOpen ? openLines(values) : closedLines(closedBecause, server)),
    "set for your application, in its terminal or without the word export in its .env:",
    ...[...(isOpen ? credentialLines() : OWN_KEY_LINES), ...address].map((line) => `  export ${line}`),
    `open ${url} to see its traces`,
    ...(otlpUrl === undefined ? [] : [`exports of any OpenTelemetry SDK are accepted at ${otlpUrl}`]),
    ...(metricsUrl === undefined ? [] : [`measurements for Prometheus are at ${metricsUrl}`]),
    `svc-server listening on ${url}\n`,
  ].join("\n");
}

/** Variables of an application, for a key pair that the reader has. */
const OWN_KEY_LINES = VARIABLES.map((name) => `${name}=…`);

function openLines(values: Values): string[] {
  return [
    ...(values["open-to-this-machine"]
      ? [
          `${OPEN_OPTION}: WITHOUT KEYS, everyone on this machine reads and changes the local project, and so does everyone whom a proxy ` +
            "on it lets in without a forwarding header",
        ]
      : []),
    `public key ${LOCAL_KEYS.publicKey}, secret key ${LOCAL_KEYS.secretKey}`,
  ];
}

function closedLines(closedBecause: string, { dataDirectory }: RunningServer): string[] {
  const making = dataDirectory === undefined ? "--env-keys accepts one" : "svc-server keys makes one";
  return [
    `every request needs a key pair of this service, because ${closedBecause}: ${making}, and ${OPEN_OPTION} lets this machine in without`,
  ];
}

function addressOfDefault(): string {
  return DEFAULT_BASE_URL.replace("localhost", "127.0.0.1");
}

/** Reads `--metrics`: a port, with or without an address to listen on. */
function readMetricsAddress(text: string): { host?: string; port: number } {
  const [, host, port = ""] = /^(?:\[?(.*?)\]?:)?(\d+)$/.exec(text) ?? [];
  return { ...(host !== undefined && { host }), port: portNumber("--metrics", port || text) };
}

/** Reads `--drain` as milliseconds. */
function readDrainMs(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new Error(`--drain ${text}: a number of seconds is expected, at most 999.`);
  return Number(text) * 1_000;
}

/** Closes the service on a signal. A person who presses Ctrl+C does not wait for load balancers. */
function closeOnSignal(server: RunningServer, drainMs: number): void {
  for (const [signal, waitMs] of [
    ["SIGINT", 0],
    ["SIGTERM", drainMs],
  ] as const) {
    process.once(signal, () => {
      server.close(waitMs).catch((error: unknown) => {
        process.stderr.write(`svc-server: ${messageOf(error)}\n`);
        process.exitCode = 1;
      });
    });
  }
}
