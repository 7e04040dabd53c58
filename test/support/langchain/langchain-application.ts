import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runApplication, sendingTo, type ApplicationRun } from "../application/run-application.ts";
import { installed } from "../application/installation.ts";
import type { LangChainStandIn } from "./langchain-stand-in.ts";
import { PRELOAD_FILE } from "../paths.ts";

/** URL of the preload's file: a separate installation cannot resolve the packages of this repository by name. */
const PRELOAD = pathToFileURL(PRELOAD_FILE).href;

/** Application of the workspace, and those with other versions of LangChain. */
export type LangChainApp = "langchain" | "langchain-1.0" | "langchain-1.0.1" | "langchain-newest";

/** Options of a LangChain application's run. */
export interface LangChainRun {
  readonly app: LangChainApp;
  readonly format: "esm" | "cjs";
  readonly standIn: LangChainStandIn;
  /** Names of scenarios; by default all that the versions support. */
  readonly scenarios?: readonly string[];
  /** Arguments of Node, after the preload. */
  readonly node?: readonly string[];
  readonly env?: Record<string, string>;
  /** Address of the service for the spans; by default the application runs without the preload and sends nothing. */
  readonly serviceUrl?: string;
}

let runs = 0;

/** Runs the scenarios of `test/apps/langchain` in a separate process. */
export async function runLangChain(options: LangChainRun): Promise<ApplicationRun> {
  const { app, format, standIn, scenarios, node = [], env, serviceUrl } = options;
  if (app !== "langchain") await installed(app);
  return runApplication({
    app: app === "langchain" ? app : join("../installations", app),
    node: ["--no-warnings", ...(serviceUrl ? ["--import", PRELOAD] : []), ...node],
    args: [format === "esm" ? "main.mjs" : "main.cjs"],
    env: {
      BASE_URL: standIn.url(`run-${runs++}-NAME`),
      ...(scenarios && { SCENARIOS: JSON.stringify(scenarios) }),
      // The application makes observations itself: without this setting the SDK would warn that nothing receives them.
      ...(serviceUrl ? sendingTo(serviceUrl) : { OTEL_SDK_DISABLED: "true" }),
      ...env,
    },
  });
}

/** Returns the application's results, scenario by scenario. */
export function shown({ stdout, stderr, exitCode }: ApplicationRun): Record<string, unknown> {
  if (exitCode !== 0) throw new Error(`The application failed:\n${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}
