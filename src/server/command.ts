import { parseArgs } from "node:util";
import { DEFAULT_BASE_URL, LOCAL_KEYS, SVC_SDK_VERSION, settings } from "@svc/core";
import { type RunningServer, type ServerOptions, startServer } from "./server.ts";
import { credentialLines } from "./traces-page.ts";

const HELP = `Usage: svc-server [options]

Receives, keeps and shows what LLM applications on this machine report.

  --port PORT  port to listen on; the next free one if it is taken (default ${new URL(DEFAULT_BASE_URL).port})
  --host HOST  address to listen on (default 127.0.0.1: this machine only)
  --data DIR   directory to keep the data in (default: a directory of this user)
  --memory     keep nothing on disk
  --version    print the version
  --help       print this
`;

const OPTIONS = {
  port: { type: "string" },
  host: { type: "string" },
  data: { type: "string" },
  memory: { type: "boolean" },
  version: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** Runs the `svc-server` command until a signal ends it. Sets the exit code; says what is wrong on stderr. */
export async function runCommand(parameters: string[]): Promise<void> {
  try {
    const { values } = parseArgs({ args: parameters, options: OPTIONS });
    if (values.help) return say(HELP);
    if (values.version) return say(`${SVC_SDK_VERSION}\n`);
    const server = await startServer(serverOptions(values));
    closeOnSignal(server);
    say(introduction(server));
  } catch (error) {
    process.stderr.write(`svc-server: ${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

function serverOptions(values: { port?: string; host?: string; data?: string; memory?: boolean }): ServerOptions {
  if (values.memory && values.data !== undefined) {
    throw new Error("--memory keeps nothing on disk and --data says where to: give one of the two.");
  }
  return {
    log: (line) => say(`${line}\n`),
    ...(values.port !== undefined && { port: portNumber(values.port) }),
    ...(values.host !== undefined && { host: values.host }),
    ...(values.data !== undefined && { dataDirectory: values.data }),
    ...(values.memory !== undefined && { memory: values.memory }),
  };
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new Error(`--port ${text}: a number from 0 to 65535 is expected.`);
  return port;
}

/** The last line is the one that says that requests are taken, and where. */
function introduction({ url, dataDirectory }: RunningServer): string {
  const address = url === addressOfDefault() ? [] : [`${settings.baseUrl.variables[0]?.name}=${url}`];
  return [
    `data directory: ${dataDirectory ?? "none, everything is in memory"}`,
    `public key ${LOCAL_KEYS.publicKey}, secret key ${LOCAL_KEYS.secretKey}`,
    "set for your application:",
    ...[...credentialLines(), ...address].map((line) => `  ${line}`),
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

function say(text: string): void {
  process.stdout.write(text);
}

/** An error with its cause, which is often the part that tells what to do. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
