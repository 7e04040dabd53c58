import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { installedRuntime } from "./installed-runtimes.ts";
import type { Runtime } from "./runtime.ts";

/** Worker of Cloudflare's runtime. */
export interface Worker {
  readonly url: string;
  /** Ends the runtime; returns what it wrote. */
  stop(): Promise<string>;
}

/** Date of the features that the worker has, which a `wrangler.jsonc` names as well. */
const COMPATIBILITY_DATE = "2026-07-01";

const configOf = (flags: readonly string[], bindings: Readonly<Record<string, string>>): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "worker", worker = .worker),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.mjs", esModule = embed "worker.mjs")],
  compatibilityDate = "${COMPATIBILITY_DATE}",
  compatibilityFlags = ${JSON.stringify(flags)},
  bindings = [${Object.entries(bindings)
    .map(([name, text]) => `(name = ${JSON.stringify(name)}, text = ${JSON.stringify(text)})`)
    .join(", ")}],
);`;

/** Starts a worker: an ES module that exports its handlers, with compatibility flags and variables. */
export async function startWorker(
  code: string,
  flags: readonly string[],
  bindings: Readonly<Record<string, string>> = {},
  ended: (reason: Error) => void = () => {},
): Promise<Worker> {
  const folder = await mkdtemp(join(tmpdir(), "svc-worker-"));
  await writeFile(join(folder, "worker.mjs"), code);
  await writeFile(join(folder, "config.capnp"), configOf(flags, bindings));
  const program = await installedRuntime("workerd");
  const child = spawn(program, ["serve", join(folder, "config.capnp"), "--control-fd=3"], {
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  let said = "";
  for (const output of [child.stdout!, child.stderr!]) output.on("data", (chunk) => (said += String(chunk)));
  const closed = once(child, "close");
  void closed.then(([status, signal]) => ended(new Error(`workerd ended with ${status ?? signal}:\n${said}`)));
  const port = await listeningPort(child.stdio[3] as Readable);
  if (port === undefined) throw new Error(`workerd did not start:\n${said}`);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill("SIGKILL");
      await closed;
      await rm(folder, { recursive: true });
      return said;
    },
  };
}

async function listeningPort(control: Readable): Promise<number | undefined> {
  for await (const line of createInterface(control)) {
    const { event, port } = JSON.parse(line) as { event: string; port?: number };
    if (event === "listen") {
      control.resume();
      return port;
    }
  }
  return undefined;
}

/** Cloudflare Workers. One request runs all tests: outside of requests a worker can do little. */
export const workerd: Runtime = {
  name: "workerd",
  target: {
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "cloudflare:*"],
    format: "module",
    findsPackages: false,
    substitutes: ["http-server", "context-manager"],
  },
  async start(code, hostUrl, failed) {
    const handler = `export default { async fetch() { await run(${JSON.stringify(hostUrl)}); return new Response(); } };`;
    const worker = await startWorker(`${code}\n${handler}`, ["nodejs_compat"], {}, failed);
    fetch(worker.url).then(
      async (response) =>
        response.ok || failed(new Error(`The worker answered ${response.status}: ${await response.text()}`)),
      (error: Error) => failed(error),
    );
    return async () => void (await worker.stop());
  },
};
