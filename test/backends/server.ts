import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import { setTimeout as after } from "node:timers/promises";

/** Backend that runs on this machine. */
export interface Backend {
  readonly name: string;
  readonly url: string;
  /** Makes a place for the spans of one run, and returns the variables with which a program sends them there. */
  open(run: string): Promise<Readonly<Record<string, string>>>;
  /** Returns the spans of a run, as the backend's API shows them. */
  spans(run: string): Promise<BackendSpan[]>;
  /** Returns the address of the page with the trace of a run. */
  page(run: string): Promise<string>;
  close(): Promise<void>;
}

/** Tokens of a span. Undefined is what the backend does not show. */
export interface Tokens {
  readonly input: number | undefined;
  readonly output: number | undefined;
  readonly cached: number | undefined;
  readonly reasoning: number | undefined;
}

/** Span as the API of a backend shows it. Texts of messages and tools are JSON in the form of the backend. */
export interface BackendSpan {
  readonly name: string;
  /** Kind in lower case, without the words that only one backend has; empty where it knows none. */
  readonly kind: "llm" | "agent" | "tool" | "chain" | "embedding" | "retriever" | "";
  readonly parent: string | undefined;
  readonly isError: boolean;
  readonly input: string;
  readonly output: string;
  /** Definitions of the tools that a model may call. */
  readonly tools: string;
  readonly tokens: Tokens;
  /** In US dollars. */
  readonly cost: number;
  readonly session: string;
}

/** Time in which a server starts on a busy machine, in milliseconds. */
const START_MS = 300_000;
/** Time between two looks, in milliseconds. */
const PAUSE_MS = 500;

/** Starts a server with an empty folder, and waits until its address answers. Returns a function that ends it. */
export async function startBackendServer(
  command: string,
  args: readonly string[],
  { url, folder, env }: { url: string; folder: string; env: Readonly<Record<string, string>> },
): Promise<() => Promise<void>> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  // A group of its own: MLflow's server starts others, which end with it.
  const server = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [server.stdout, server.stderr])
    stream.on("data", (part: Buffer) => (output = (output + String(part)).slice(-4_000)));
  const ended = once(server, "close");
  const kill = (): void => {
    if (server.exitCode === null && server.pid !== undefined) process.kill(-server.pid, "SIGKILL");
  };
  process.once("exit", kill);
  process.once("SIGINT", () => process.exit(130));
  process.once("SIGTERM", () => process.exit(143));
  const close = async (): Promise<void> => {
    kill();
    process.off("exit", kill);
    await ended;
  };
  const isUp = (): Promise<boolean> =>
    fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
  const end = Date.now() + START_MS;
  while (!(await isUp())) {
    if (server.exitCode !== null || Date.now() > end) {
      await close();
      throw new Error(`${command} did not start: ${output}`);
    }
    await after(PAUSE_MS);
  }
  return close;
}

/** Reads until there are spans and two looks show the same number: servers store what they accepted a moment later. */
export async function settled(read: () => Promise<BackendSpan[]>): Promise<BackendSpan[]> {
  let before: BackendSpan[] = [];
  for (let look = 0; look < 20; look++) {
    await after(PAUSE_MS * 2);
    const spans = await read();
    if (
      spans.length > 0 &&
      spans.length === before.length &&
      spans.every(({ cost }, nth) => cost === before[nth]?.cost)
    )
      return spans;
    before = spans;
  }
  return before;
}

/** Requests JSON. Rejects with the answer's text when the status is an error. */
export async function requestJson(url: string, body?: unknown): Promise<unknown> {
  const post = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const response = await fetch(url, body === undefined ? {} : post);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 400)}`);
  return JSON.parse(text);
}
