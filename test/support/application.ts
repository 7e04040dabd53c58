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

/** How an application is run. */
export interface ApplicationOptions {
  /** Folder under `test/apps`. */
  app: string;
  /** Arguments of Node itself. */
  node?: readonly string[];
  /** The program and its arguments. */
  args: readonly string[];
  env?: Record<string, string | undefined>;
}

/** The argument of Node that makes an application a traced one. */
export const PRELOAD: readonly string[] = ["--import", "@svc/register"];

/** Environment variables with which an application sends to this service. */
export function sendingTo(url: string): Record<string, string> {
  return { SVC_BASE_URL: url, SVC_PUBLIC_KEY: LOCAL_KEYS.publicKey, SVC_SECRET_KEY: LOCAL_KEYS.secretKey };
}

/** The Node that applications run on: the tests' own, or the one that `npm run test:matrix` names. */
const NODE = process.env["TEST_NODE"] ?? process.execPath;

/** Runs an application to its end in a process of its own, with nothing of this process's settings in its environment. */
export async function runApplication({ app, node = [], args, env = {} }: ApplicationOptions): Promise<ApplicationRun> {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(SVC_|OTEL_|OPENAI_|NODE_|VITEST|TRACEPARENT)/.test(name),
  );
  const child = spawn(NODE, [...node, ...args], {
    cwd: join(import.meta.dirname, "../apps", app),
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  const [exitCode, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return { stdout: await stdout, stderr: await stderr, exitCode, signal };
}
