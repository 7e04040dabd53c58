import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { SERVER_PROGRAM } from "../paths.ts";

export interface Finished {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Run of the `svc-server` command in a separate process. */
export interface ServerCommand {
  child: ChildProcess;
  /** Lines up to the one that reports that the service listens. */
  ready: Promise<string[]>;
  finished: Promise<Finished>;
}

/** Starts `svc-server` with these parameters. `cwd` is the folder to start it in, by default the one of this process. */
export function startCommand(parameters: string[], env: NodeJS.ProcessEnv = {}, cwd?: string): ServerCommand {
  const child = spawn(process.execPath, [SERVER_PROGRAM, ...parameters], { env: { ...process.env, ...env }, cwd });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk) => (output.stdout += String(chunk)));
  child.stderr.on("data", (chunk) => (output.stderr += String(chunk)));
  const finished = once(child, "close").then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    ...output,
  }));
  const ready = linesUntilReady(child, finished);
  // Later output is read too. A command that only prints is never ready, and nobody waits for it.
  ready.then(() => child.stdout.resume()).catch(() => undefined);
  return { child, ready, finished };
}

async function linesUntilReady(child: ChildProcess, finished: Promise<Finished>): Promise<string[]> {
  const lines: string[] = [];
  if (child.stdout) {
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (line.startsWith("svc-server listening on http://")) return lines;
    }
  }
  throw new Error(JSON.stringify(await finished));
}

/** Returns the address in the line that reports that the service listens. */
export function addressIn(lines: string[]): string {
  return lines.at(-1)?.split(" ").at(-1) ?? "";
}

/** Runs `svc-server` with these parameters to its end. */
export async function runCommand(parameters: string[], input?: string): Promise<Finished> {
  const { child, finished } = startCommand(parameters);
  child.stdin?.end(input);
  return finished;
}
