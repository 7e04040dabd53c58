import { LOCAL_KEYS } from "@svc/core/internal";
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { APPS } from "../paths.ts";

/** Output and end of a process. */
export interface ApplicationRun {
  stdout: string;
  stderr: string;
  exitCode: number | null;
  signal: NodeJS.Signals | null;
}

/** Options of a program's run. */
export interface ProgramOptions {
  cwd: string;
  /** Node executable; by default that of the tests. */
  binary?: string;
  /** Arguments of Node, before the program. */
  node?: readonly string[];
  /** Program and its arguments. */
  args: readonly string[];
  env?: Record<string, string | undefined>;
  /** Signal to send once the application has written anything to its standard output. */
  signalWhenReady?: NodeJS.Signals;
  /** Whole text of the program's standard input. */
  input?: string;
}

/** Options of an application's run. */
export interface ApplicationOptions extends Omit<ProgramOptions, "cwd"> {
  /** Folder under `test/apps`. */
  app: string;
}

/** Node arguments that preload tracing in an application. */
export const PRELOAD: readonly string[] = ["--import", "@svc/register"];

/** Returns the environment variables with which an application sends to this service. */
export function sendingTo(url: string): Record<string, string> {
  return { SVC_BASE_URL: url, SVC_PUBLIC_KEY: LOCAL_KEYS.publicKey, SVC_SECRET_KEY: LOCAL_KEYS.secretKey };
}

/** Node executable of the applications: that of the tests, or the one that `npm run test:matrix` names. */
const NODE = process.env["TEST_NODE"] ?? process.execPath;

/** Runs an application to its end in a separate process, without the settings of this process's environment. */
export function runApplication({ app, ...options }: ApplicationOptions): Promise<ApplicationRun> {
  return runProgram({ cwd: join(APPS, app), ...options });
}

export interface RunningProgram {
  readonly child: ChildProcess;
  /** Resolves when the program has ended. */
  readonly ended: Promise<ApplicationRun>;
}

/** Programs that have not ended yet. */
const running = new Set<ChildProcess>();

/** Kills the programs that have not ended yet. */
export function endPrograms(): void {
  for (const child of running) child.kill("SIGKILL");
}

/** Has {@link endPrograms} kill a program that has not ended by then. */
export function killAtEnd(child: ChildProcess): void {
  running.add(child);
  child.once("exit", () => running.delete(child));
}

/** Runs a program of any folder to its end, without the settings of this process's environment. */
export function runProgram(options: ProgramOptions): Promise<ApplicationRun> {
  return startProgram(options).ended;
}

/** Starts a program of any folder, without the settings of this process's environment. */
export function startProgram(options: ProgramOptions): RunningProgram {
  const { cwd, binary = NODE, node = [], args, env = {}, signalWhenReady, input } = options;
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(SVC_|OTEL_|OPENAI_|NODE_|VITEST|TRACEPARENT|(https?|no)_proxy$)/i.test(name),
  );
  const child = spawn(binary, [...node, ...args], {
    cwd,
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  killAtEnd(child);
  // A program that does not read its input may have ended before.
  child.stdin.on("error", () => {}).end(input);
  if (signalWhenReady) child.stdout.once("data", () => child.kill(signalWhenReady));
  return { child, ended: endOf(child) };
}

async function endOf(child: ChildProcessWithoutNullStreams): Promise<ApplicationRun> {
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  const [exitCode, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return { stdout: await stdout, stderr: await stderr, exitCode, signal };
}

/** Runs a program to its end. Returns its standard output; throws an error with its standard error when it failed. */
export async function programOutput(options: ProgramOptions): Promise<string> {
  const { stdout, stderr, exitCode } = await runProgram(options);
  if (exitCode !== 0) throw new Error(`${options.args.join(" ")} ended with ${exitCode}: ${stderr}`);
  return stdout;
}
