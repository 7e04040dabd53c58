import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { LOCAL_KEYS, OTLP_TRACES_PATH, basicAuthorization } from "@svc/core/internal";

/** Local service in a separate process. */
export interface RunningService {
  readonly url: string;
  readonly pid: number;
  /** Returns the CPU time of the process in microseconds; undefined where the system has no `/proc`. */
  cpuUs(): number | undefined;
  /** Resolves with the milliseconds until the process has nothing left to do in the background. */
  rest(): Promise<number>;
  stop(): Promise<void>;
}

const CONNECTIONS = 8;

/** Headers of a request with the keys that every local service accepts. */
export const AUTHORIZED: Readonly<Record<string, string>> = {
  authorization: basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey),
};

/** Variables of a service, and the folder in which it is started. */
export interface ServiceOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Starts a program of the service, which keeps in a folder what `env` does not keep elsewhere. */
export async function startService(
  program: string,
  data: string,
  { env = {}, cwd }: ServiceOptions = {},
): Promise<RunningService> {
  const parameters = [program, "--data", data, "--port", "0", "--keep-days", "0", "--max-size", "0"];
  const child = spawn(process.execPath, parameters, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
    cwd,
  });
  for await (const line of createInterface(child.stdout)) {
    const url = /^svc-server listening on (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return { url, pid: child.pid!, cpuUs: () => cpuOf(child), rest: () => rest(child), stop: () => stop(child) };
  }
  throw new Error("The service did not start.");
}

/** Time over which a process at rest takes at most two ticks of CPU, in milliseconds. */
const REST = 500;

/** Longest time until a process is at rest, in milliseconds. */
const LONGEST = 600_000;

async function rest(child: ChildProcess): Promise<number> {
  const started = performance.now();
  let before = cpuOf(child);
  for (let ticks = Infinity; before !== undefined && ticks > 2;) {
    if (performance.now() - started > LONGEST) throw new Error(`The service was not at rest after ${LONGEST} ms.`);
    await delay(REST);
    const after = cpuOf(child)!;
    ticks = (after - before) / TICK_US;
    before = after;
  }
  return performance.now() - started;
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, "exit");
}

/** Microseconds of one tick, the unit of time in `/proc`. */
const TICK_US = 10_000;

function cpuOf({ pid }: ChildProcess): number | undefined {
  if (process.platform !== "linux") return undefined;
  // The name in parentheses can hold spaces; after it, user and system time are the 12th and 13th field.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

/** Exports that are answered, and so stored. */
export interface Ingested {
  /** Microseconds from the first request to the last answer. */
  readonly elapsed: number;
  /** Milliseconds until the answer to each export. */
  readonly answers: readonly number[];
}

/** Sends exports to the service over several connections and waits for their answers. */
export async function ingest(url: string, bodies: readonly Uint8Array<ArrayBuffer>[]): Promise<Ingested> {
  return postExports(url + OTLP_TRACES_PATH, bodies);
}

/** Sends exports to an address over several connections and waits for their answers. */
export async function postExports(address: string, bodies: readonly Uint8Array<ArrayBuffer>[]): Promise<Ingested> {
  const waiting = [...bodies];
  const answers: number[] = [];
  const started = performance.now();
  const send = async (): Promise<void> => {
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift())
      answers.push(await postExport(address, body));
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
  return { elapsed: (performance.now() - started) * 1e3, answers };
}

/** Sends one export and resolves with the milliseconds until its answer. Throws an error when it is refused. */
export async function postExport(address: string, body: Uint8Array<ArrayBuffer>): Promise<number> {
  const sent = performance.now();
  const response = await fetch(address, {
    method: "POST",
    headers: { ...AUTHORIZED, "content-type": "application/x-protobuf", "content-encoding": "gzip" },
    body,
  });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
  return performance.now() - sent;
}
