import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** Options of a benchmark's process. */
export interface ChildOptions {
  /** Arguments of Node, before the program. */
  readonly node?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Settings that every contender reads alike, or that silence it. */
const ENVIRONMENT = {
  OTEL_EXPORTER_OTLP_COMPRESSION: "gzip",
  SVC_LOG_LEVEL: "NONE",
  LANGFUSE_LOG_LEVEL: "ERROR",
};

/** Starts a program of this folder in a separate process, without the settings of this process's environment. */
export function startChild(program: string, { node = [], env = {} }: ChildOptions = {}): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(SVC_|OTEL_|LANGFUSE_|NODE_)/.test(name));
  return fork(join(import.meta.dirname, program), {
    execArgv: [...node],
    env: { ...Object.fromEntries(inherited), ...ENVIRONMENT, ...env },
    stdio: ["ignore", "inherit", "pipe", "ipc"],
    serialization: "advanced",
  });
}

/**
 * Sends one order to a program of this folder and resolves with the answer (see {@link answerOrder}). The process has ended
 * then.
 */
export async function runChild<Result>(program: string, order: unknown, options?: ChildOptions): Promise<Result> {
  const child = startChild(program, options);
  const complaints = text(child.stderr!);
  let result: { value: Result } | undefined;
  child.on("message", (value) => (result = { value: value as Result }));
  child.send(order as object);
  const [exitCode] = (await once(child, "close")) as [number | null];
  if (result === undefined) throw new Error(`${program} ended with ${exitCode} and no result:\n${await complaints}`);
  return result.value;
}

/** Runs in the program: waits for the order, carries it out, sends the answer and ends the process. */
export async function answerOrder(carryOut: (order: never) => Promise<unknown>): Promise<void> {
  const [order] = (await once(process, "message")) as [never];
  const result = await carryOut(order);
  await new Promise((resolve) => process.send!(result, resolve));
  process.exit();
}
