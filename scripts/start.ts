// `npm start`: starts the local service, runs the example under the preload, and prints its trace with
// `svc trace`. `npm start -- --once` ends then; `--memory` keeps nothing on disk.
import { LOCAL_KEYS, printable } from "@svc/core/internal";
import { SvcSpanProcessor } from "@svc/otel";
import { setSvcTracerProvider, startObservation, type SvcObservation } from "@svc/tracing";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const QUESTION = "Where is my order 1042?";

const { values: options } = parseArgs({
  options: { once: { type: "boolean", default: false }, memory: { type: "boolean", default: false } },
});

const service = await startService();
const trace = await runExample(service.url);
await showTrace(service.url, trace.traceId);
if (options.once) {
  await service.stop();
  console.log("\nThe service has stopped, and the link with it. `npm start` without --once leaves it running.");
} else {
  console.log("\nThe service goes on running. Press Ctrl-C to stop it.");
  await once(service.process, "exit");
}

async function startService(): Promise<{ url: string; process: ChildProcess; stop: () => Promise<void> }> {
  const args = ["src/server/dist/cli.mjs", ...(options.memory ? ["--memory"] : [])];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await once(child, "exit");
  };
  process.once("SIGINT", () => child.kill("SIGINT"));
  for await (const line of createInterface(child.stdout)) {
    console.log(line);
    const url = /^svc-server listening on (http:\S+)/.exec(line)?.[1];
    if (url) {
      child.stdout.resume();
      return { url, process: child, stop };
    }
  }
  throw new Error("The local service ended before it was listening; see its message above.");
}

/**
 * Runs the example, which has no tracing code. It joins this process's trace through `TRACEPARENT`, as any child process can.
 */
async function runExample(url: string): Promise<SvcObservation> {
  const processor = new SvcSpanProcessor({ ...LOCAL_KEYS, baseUrl: url });
  setSvcTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
  const run = startObservation("support-agent", { input: QUESTION }, { asType: "agent" });

  const command = ["--import", "@svc/register", "app.js", QUESTION];
  console.log(`\n$ node ${command.slice(0, -1).join(" ")} "${QUESTION}"`);
  const child = spawn(process.execPath, command, {
    cwd: new URL("../examples/support-agent/", import.meta.url),
    env: {
      ...process.env,
      ...connectionTo(url),
      TRACEPARENT: `00-${run.traceId}-${run.id}-01`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    // A model may answer with what would change the terminal.
    process.stdout.write(printable(chunk as string));
    output += chunk as string;
  }
  if (child.exitCode === null) await once(child, "exit");
  if (child.exitCode !== 0) throw new Error(`The example ended with exit code ${child.exitCode}.`);
  run.update({ output: output.trim() }).end();
  await processor.shutdown();
  return run;
}

/** Prints the trace as `svc trace` does. */
async function showTrace(url: string, traceId: string): Promise<void> {
  console.log();
  const env = { ...process.env, ...connectionTo(url) };
  const child = spawn(process.execPath, ["register/dist/svc.cjs", "trace", traceId], {
    cwd: ROOT,
    env,
    stdio: "inherit",
  });
  const [exitCode] = (await once(child, "exit")) as [number | null];
  if (exitCode !== 0) throw new Error(`svc trace ended with exit code ${exitCode}.`);
}

/** Returns the variables of a process that sends to the service, or reads from it. */
function connectionTo(url: string): Record<string, string> {
  return { SVC_BASE_URL: url, SVC_PUBLIC_KEY: LOCAL_KEYS.publicKey, SVC_SECRET_KEY: LOCAL_KEYS.secretKey };
}
