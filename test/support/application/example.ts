import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ROOT } from "../paths.ts";
import { sendingTo } from "./run-application.ts";

/** Customer who asks the example application. */
export interface Customer {
  readonly sessionId: string;
  readonly userId: string;
  readonly questions: readonly string[];
}

/**
 * Runs the example application under the preload, which sends to the service at `url`. The application calls a stand-in of a
 * model that it starts itself. Its observations are one trace: that of `traceId`.
 */
export async function runExample(url: string, traceId: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const traceparent = `00-${traceId}-${"e".repeat(16)}-01`;
  await run(url, ["app.js", "Where is my order 1042?"], { TRACEPARENT: traceparent, ...env });
}

/** Runs the example application once for each question of a customer: a trace each, all in one session. */
export async function runChat(url: string, customer: Customer, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const { sessionId, userId, questions } = customer;
  await run(url, [join(import.meta.dirname, "customer-chat.mjs"), sessionId, userId, ...questions], env);
}

async function run(url: string, program: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn(process.execPath, ["--import", "@svc/register", ...program], {
    cwd: join(ROOT, "examples/support-agent"),
    env: { ...process.env, ...sendingTo(url), ...env },
    stdio: "ignore",
  });
  await once(child, "exit");
}
