import { setOptions } from "../config/config-checks.ts";
import { configFileOf } from "../config/config-file.ts";
import { loadFile } from "../config/load-config.ts";
import type { Check } from "./report.ts";

/** Loads the configuration file of the application in a folder, and returns its options, or why it cannot be used. */
export async function checkConfig(folder: string): Promise<Check> {
  const name = "configuration";
  const found = configFileOf([folder]);
  if (found === undefined) {
    return { name, outcome: "ok", detail: "no file: neither SVC_CONFIG nor svc.config.mjs beside package.json" };
  }
  const loaded = "problem" in found ? found : await loadFile(found.path);
  if ("problem" in loaded) {
    const detail = `${loaded.path}: ${loaded.problem}. Nothing is traced until it is corrected.`;
    return { name, outcome: "problem", detail };
  }
  return { name, outcome: "ok", detail: `${loaded.path}: ${setOptions(loaded.config).join(", ") || "no option"}` };
}
