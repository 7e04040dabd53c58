import { execFile } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../packages.ts";

const run = promisify(execFile);

/** Version of the package `arize-phoenix` that is measured. */
export const PHOENIX_VERSION = "20.26.1";

/** Folder of the Python environment. Git ignores it. */
const ENVIRONMENT = join(ROOT, `.build/bench/phoenix-${PHOENIX_VERSION}`);

/** Longest time of the installation, in milliseconds. */
const TIMEOUT_MS = 600_000;

/** Installs Phoenix, if necessary. Returns its program, or the reason why it cannot be had here. */
export async function installedPhoenix(): Promise<{ program: string } | { missing: string }> {
  const program = join(ENVIRONMENT, "bin/phoenix");
  if (existsSync(program)) return { program };
  const started = performance.now();
  try {
    await run("python3", ["-m", "venv", ENVIRONMENT]);
    await run(
      join(ENVIRONMENT, "bin/python"),
      ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", `arize-phoenix==${PHOENIX_VERSION}`],
      { timeout: TIMEOUT_MS },
    );
  } catch (error) {
    // What is half installed would be taken for an installation by the next run.
    rmSync(ENVIRONMENT, { recursive: true, force: true });
    return { missing: `arize-phoenix ${PHOENIX_VERSION} was not installed: ${(error as Error).message.trim()}` };
  }
  console.log(`Installed arize-phoenix ${PHOENIX_VERSION} in ${((performance.now() - started) / 1e3).toFixed(0)} s.`);
  return { program };
}
