import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../http/free-port.ts";

const ENGINE = join(import.meta.dirname, "clickhouse-engine-child.ts");

/** ClickHouse's engine behind its HTTP interface, in a process of its own, which several services can share. */
export interface ClickHouseServer {
  /** Address for `SVC_STORE_URL`, with its password, of a database that the service creates. */
  readonly url: string;
  readonly port: number;
  readonly password: string;
  /** Process of the engine that runs now. */
  readonly pid: number;
  /** Runs a statement in the database, and returns the rows of a query. */
  query(sql: string): Promise<Array<Record<string, unknown>>>;
  /** Ends the server at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts the server again on the same port and data. */
  restart(): Promise<void>;
  /** Ends the server and deletes its data. */
  close(): Promise<void>;
}

/** Starts a server on a free port. `installation`: the folder in which `chdb` is installed. */
export async function startClickHouse(installation: string): Promise<ClickHouseServer> {
  const data = await mkdtemp(join(tmpdir(), "svc-clickhouse-"));
  const [port, password] = [await freePort(), randomBytes(12).toString("hex")];
  const start = async (): Promise<ChildProcess> => {
    const parameters = [ENGINE, installation, data, String(port), password];
    const child = spawn(process.execPath, parameters, { stdio: ["pipe", "pipe", "inherit"] });
    await isListening(child);
    return child;
  };
  let server = await start();
  const kill = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill("SIGKILL");
    await ended;
  };
  return {
    url: `clickhouse://svc:${password}@127.0.0.1:${port}/svc_tests`,
    port,
    password,
    get pid() {
      return server.pid!;
    },
    async query(sql) {
      const response = await fetch(`http://127.0.0.1:${port}/?database=svc_tests`, {
        method: "POST",
        headers: { Authorization: `Basic ${Buffer.from(`svc:${password}`).toString("base64")}` },
        body: sql,
      });
      const text = await response.text();
      if (!response.ok) throw new Error(text);
      return text
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    },
    kill,
    async restart() {
      server = await start();
    },
    async close() {
      await kill();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Resolves when the server says that it listens. Rejects when it ends before. */
async function isListening({ stdout }: ChildProcess): Promise<void> {
  if (stdout === null) throw new Error("the output of the engine is not read");
  for await (const line of createInterface(stdout)) {
    if (!line.startsWith("listening on")) continue;
    stdout.resume();
    return;
  }
  throw new Error("The engine of ClickHouse ended before it was listening; see its message above.");
}
