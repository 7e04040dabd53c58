import { APPS } from "../paths.ts";
import { PRELOAD, programOutput, sendingTo } from "./run-application.ts";

/**
 * Runs the experiment of `test/apps/capitals-experiment.mjs` under the preload, which sends to the service at `url`. `changes`
 * are answers that differ from the right ones. Returns the address that the client gives for the results.
 */
export async function runCapitals(url: string, runName: string, changes: readonly string[] = []): Promise<string> {
  const output = await capitalsOutput(url, runName, changes);
  return output.split("\n")[0] ?? "";
}

/** Runs the experiment like {@link runCapitals}, and returns all that it prints. */
export async function capitalsOutput(url: string, runName: string, changes: readonly string[] = []): Promise<string> {
  return programOutput({
    cwd: APPS,
    node: PRELOAD,
    args: ["capitals-experiment.mjs", runName, ...changes],
    env: sendingTo(url),
  });
}
