import { parseArgs } from "node:util";
import { DEFAULT_BASE_URL, LOCAL_KEYS, settings } from "@svc/core/internal";
import { parseFault } from "../api/fault.ts";
import { SERVICE_VERSION } from "../api/service-version.ts";
import { DEFAULT_LIMITS, formatSize } from "../ingest/writer/housekeeping.ts";
import { credentialLines } from "../pages/traces-page.ts";
import { type RunningServer, type ServerOptions, startServer } from "../server.ts";
import type { KeyPair } from "../stores/key-pair.ts";
import { type Command, messageOf, readDays, readSize, say } from "./command.ts";

const VARIABLES = [settings.publicKey, settings.secretKey].map(({ variables }) => variables[0]?.name ?? "");

const HELP = `Usage: svc-server [options]
       svc-server prune | export | import | keys [--help]

Receives, keeps and shows what LLM applications on this machine report.

  --port PORT          port to listen on; the next free one if it is taken (default ${new URL(DEFAULT_BASE_URL).port})
  --host HOST          address to listen on (default 127.0.0.1: this machine only)
  --otlp-port PORT     also take exports at /v1/traces there, as a collector does (usually 4318)
  --env-keys           also accept the keys in ${VARIABLES.join(" and ")}, from everywhere
  --data DIR           directory to keep the data in (default: a directory of this user)
  --memory             keep nothing on disk
  --keep-days DAYS     remove what is older; 0 to keep it for ever (default ${DEFAULT_LIMITS.keepDays})
  --max-size SIZE      remove the oldest above this, such as 500MB; 0 for no limit (default ${formatSize(DEFAULT_LIMITS.maxBytes ?? 0)})
  --as-version VERSION answer like this version of the service, such as 4.54.0 (default ${SERVICE_VERSION})
  --fault FAULT        go wrong on purpose: delay:ms=N, 429:retry-after=N, 503, drop or crash; with times=N, path=/…
  --version            print the version
  --help               print this
`;

const OPTIONS = {
  port: { type: "string" },
  host: { type: "string" },
  "otlp-port": { type: "string" },
  "env-keys": { type: "boolean" },
  data: { type: "string" },
  memory: { type: "boolean" },
  "keep-days": { type: "string" },
  "max-size": { type: "string" },
  "as-version": { type: "string" },
  fault: { type: "string", multiple: true },
} as const;

/** Command that runs the service until a signal ends it. */
export const serveCommand: Command = { help: HELP, run: serve };

async function serve(parameters: string[]): Promise<void> {
  const server = await startServer(serverOptions(parameters));
  closeOnSignal(server);
  say(introduction(server));
}

function serverOptions(parameters: string[]): ServerOptions {
  const { values } = parseArgs({ args: parameters, options: OPTIONS });
  const { port, host, data, memory } = values;
  if (memory && data !== undefined) {
    throw new Error("--memory keeps nothing on disk and --data says where to: give one of the two.");
  }
  const options = {
    port: given(port, (text) => portNumber("--port", text)),
    host,
    otlpPort: given(values["otlp-port"], (text) => portNumber("--otlp-port", text)),
    keys: values["env-keys"] ? keysFromEnvironment() : undefined,
    dataDirectory: data,
    memory,
    keepDays: given(values["keep-days"], readDays),
    maxBytes: given(values["max-size"], readSize),
    asVersion: values["as-version"],
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
function introduction({ url, otlpUrl, dataDirectory }: RunningServer): string {
  const address = url === addressOfDefault() ? [] : [`${settings.baseUrl.variables[0]?.name}=${url}`];
  return [
    `data directory: ${dataDirectory ?? "none, everything is in memory"}`,
    `public key ${LOCAL_KEYS.publicKey}, secret key ${LOCAL_KEYS.secretKey}`,
    "set for your application:",
    ...[...credentialLines(), ...address].map((line) => `  ${line}`),
    ...(otlpUrl === undefined ? [] : [`exports of any OpenTelemetry SDK are taken at ${otlpUrl}`]),
    `svc-server listening on ${url}\n`,
  ].join("\n");
}

function addressOfDefault(): string {
  return DEFAULT_BASE_URL.replace("localhost", "127.0.0.1");
}

function closeOnSignal(server: RunningServer): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      server.close().catch((error: unknown) => {
        process.stderr.write(`svc-server: ${messageOf(error)}\n`);
        process.exitCode = 1;
      });
    });
  }
}
