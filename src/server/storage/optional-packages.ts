import { createRequire } from "node:module";
import { join } from "node:path";

/**
 * Loads packages that only some settings need. They are looked for beside this service, then in the folder in which it was
 * started. Throws when one is missing. The message names the command that installs them. `reason` says what needs them.
 */
export function loadOptionalPackages(names: readonly string[], reason: string): unknown[] {
  return names.map((name) => {
    const path = resolve(name);
    if (path === undefined) {
      throw new Error(`${reason} needs packages that are not installed. Install them: npm install ${names.join(" ")}`);
    }
    return createRequire(path)(path) as unknown;
  });
}

function resolve(name: string): string | undefined {
  for (const base of [import.meta.url, join(process.cwd(), "package.json")]) {
    try {
      return createRequire(base).resolve(name);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND")) throw error;
    }
  }
  return undefined;
}
