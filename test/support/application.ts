import { LOCAL_KEYS } from "@svc/core";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** How a process went. */
export interface ApplicationRun {
  stdout: string;
  stderr: string;
  exitCode: number | null;
  signal: NodeJS.Signals | null;
}

/** How a program is run. */
export interface ProgramOptions {
  cwd: string;
  /** The file of the Node it runs on; by default that of the tests. */
  binary?: string;
  /** Arguments of Node itself. */
  node?: readonly string[];
  /** The program and its arguments. */
  args: readonly string[];
  env?: Record<string, string | undefined>;
  /** Sent once the application has written anything to its standard output. */
  signalWhenReady?: NodeJS.Signals;
  /** What it reads from its standard input, to the end. */
  input?: string;
}

/** How an application is run. */
export interface ApplicationOptions extends Omit<ProgramOptions, "cwd"> {
  /** Folder under `test/apps`. */
  app: string;
}

/** The argument of Node that makes an application a traced one. */
export const PRELOAD: readonly string[] = ["--import", "@svc/register"];

/** The preload's file, for `--require` in a folder that does not have the package. */
export const PRELOAD_FILE: string = join(import.meta.dirname, "../../register/dist/index.cjs");

/** Environment variables with which an application sends to this service. */
export function sendingTo(url: string): Record<string, string> {
  return { SVC_BASE_URL: url, SVC_PUBLIC_KEY: LOCAL_KEYS.publicKey, SVC_SECRET_KEY: LOCAL_KEYS.secretKey };
}

/** The Node that applications run on: the tests' own, or the one that `npm run test:matrix` names. */
const NODE = process.env["TEST_NODE"] ?? process.execPath;

/** Runs an application to its end in a process of its own, with nothing of this process's settings in its environment. */
export function runApplication({ app, ...options }: ApplicationOptions): Promise<ApplicationRun> {
  return runProgram({ cwd: join(import.meta.dirname, "../apps", app), ...options });
}

/** The same with a program anywhere. */
export async function runProgram(options: ProgramOptions): Promise<ApplicationRun> {
  const { cwd, binary = NODE, node = [], args, env = {}, signalWhenReady, input } = options;
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(SVC_|OTEL_|OPENAI_|NODE_|VITEST|TRACEPARENT|(https?|no)_proxy$)/i.test(name),
  );
  const child = spawn(binary, [...node, ...args], {
    cwd,
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A program that does not read may be gone before.
  child.stdin.on("error", () => {}).end(input);
  if (signalWhenReady) child.stdout.once("data", () => child.kill(signalWhenReady));
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  const [exitCode, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return { stdout: await stdout, stderr: await stderr, exitCode, signal };
}
