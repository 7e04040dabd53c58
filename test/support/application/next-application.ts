import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { freePort } from "../http/free-port.ts";
import { installed } from "./installation.ts";
import { putPackages } from "./our-packages.ts";

export type Bundler = "turbopack" | "webpack";

/** Server mode: `next dev`, `next start`, or the server of a build with `output: "standalone"`. */
export type Mode = "dev" | "start" | "standalone";

const INSTALLATION = "next-16";
const NEXT = "node_modules/next/dist/bin/next";

/** Folders of the packages that the application uses. */
const PACKAGES = ["register", "src/core", "src/tracing", "src/otel", "instrumentations/openai"];

/** Installs Next.js and our packages as they would be published. Returns the folder. */
export async function installNext(): Promise<string> {
  const folder = await installed(INSTALLATION);
  await putPackages(folder, PACKAGES);
  return folder;
}

/** Function of `instrumentation.ts` that starts the preload, in the forms that people write. Next.js compiles it for its edge runtime as well. */
const FORMS = {
  "inside an if": `export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { start } = await import("@svc/register/start");
    start();
  }
}
`,
  "after an early return": `export async function register() {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { start } = await import("@svc/register/start");
  start();
}
`,
} as const;

export type Form = keyof typeof FORMS;

/** Names of the forms, the one in the repository first. */
export const STARTS = Object.keys(FORMS) as Form[];

/** Has the application start the preload in a form. */
export async function startBy(folder: string, form: Form): Promise<void> {
  await writeFile(join(folder, "instrumentation.ts"), FORMS[form]);
}

/** Returns the output folder of a build. */
const distDir = (bundler: Bundler, mode: Mode): string => `.build/${bundler}-${mode}`;

type Env = Readonly<Record<string, string>>;

function environment(bundler: Bundler, mode: Mode, env: Env): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(SVC_|OTEL_|OPENAI_|NODE_|VITEST|NEXT_)/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    NEXT_TELEMETRY_DISABLED: "1",
    NEXT_DIST_DIR: distDir(bundler, mode),
    ...(mode === "standalone" && { NEXT_OUTPUT: "standalone" }),
    ...env,
  };
}

/** Builds the application for production, without an earlier build. */
export async function buildNext(folder: string, bundler: Bundler, mode: Mode): Promise<void> {
  await rm(join(folder, distDir(bundler, mode)), { recursive: true, force: true });
  const child = spawn(process.execPath, [NEXT, "build", `--${bundler}`], {
    cwd: folder,
    env: environment(bundler, mode, {}),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = (await once(child, "close")) as [number | null];
  if (status !== 0) throw new Error(`next build --${bundler} ended with ${status}:\n${(await said).join("")}`);
}

/** Running server of the application. */
export interface NextServer {
  readonly url: string;
  /** Asks the server to end, as an operator does; returns its standard error. */
  stop(): Promise<string>;
}

/** Starts the application, which must be built unless `next dev` runs it. */
export async function startNext(folder: string, bundler: Bundler, mode: Mode, env: Env): Promise<NextServer> {
  const port = String(await freePort());
  const args = {
    dev: [NEXT, "dev", `--${bundler}`, "--hostname", "127.0.0.1", "--port", port],
    start: [NEXT, "start", "--hostname", "127.0.0.1", "--port", port],
    standalone: [join(distDir(bundler, mode), "standalone/server.js")],
  }[mode];
  const address = { HOSTNAME: "127.0.0.1", PORT: port };
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...environment(bundler, mode, env), ...address },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = text(child.stderr);
  await ready(child, said);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "close");
      return said;
    },
  };
}

async function ready(child: ChildProcess, said: Promise<string>): Promise<void> {
  const lines = createInterface(child.stdout!);
  const isReady = new Promise<boolean>((resolve) => {
    lines.on("line", (line) => line.includes("Ready in") && resolve(true));
    lines.once("close", () => resolve(false));
  });
  if (!(await isReady)) throw new Error(`Next.js did not start:\n${await said}`);
}
