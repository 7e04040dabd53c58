import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { LOCAL_KEYS, OTLP_TRACES_PATH, basicAuthorization } from "@svc/core/internal";

/** Local service in a separate process. */
export interface RunningService {
  readonly url: string;
  /** Returns the CPU time of the process in microseconds; undefined where the system has no `/proc`. */
  cpuUs(): number | undefined;
  stop(): Promise<void>;
}

const CONNECTIONS = 8;

/** Headers of a request with the keys that every local service accepts. */
export const AUTHORIZED: Readonly<Record<string, string>> = {
  authorization: basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey),
};

/** Starts a program of the service, which keeps all data in a folder. */
export async function startService(program: string, data: string): Promise<RunningService> {
  const parameters = [program, "--data", data, "--port", "0", "--keep-days", "0", "--max-size", "0"];
  const child = spawn(process.execPath, parameters, { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface(child.stdout)) {
    const url = /^svc-server listening on (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return { url, cpuUs: () => cpuOf(child), stop: () => stop(child) };
  }
  throw new Error("The service did not start.");
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

/** Sends exports over several connections; returns the microseconds until each is answered, and so stored. */
export async function ingest(url: string, bodies: readonly Uint8Array<ArrayBuffer>[]): Promise<number> {
  const waiting = [...bodies];
  const started = performance.now();
  const send = async (): Promise<void> => {
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) {
      const response = await fetch(url + OTLP_TRACES_PATH, {
        method: "POST",
        headers: { ...AUTHORIZED, "content-type": "application/x-protobuf", "content-encoding": "gzip" },
        body,
      });
      if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, send));
  return (performance.now() - started) * 1e3;
}
