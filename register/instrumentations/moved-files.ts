import { logger } from "@svc/core/internal";
import { join } from "node:path";
import { packageFile } from "../modules/package-file.ts";
import type { InstrumentationRow } from "./instrumentation-row.ts";
import { fileExists } from "../modules/file-exists.ts";

/** Instrumentation that knows with which versions of a package it is tested. */
interface Tested {
  testedVersionsOf?: (name: string) => string | undefined;
}

/**
 * Looks once at each package that instrumentations patch, when the application loads it, and says when it has none of the files
 * that are patched: in a release with another structure, nothing would be recorded and nothing said.
 */
export class MovedFiles {
  /** Rows of the packages that have not been looked at, by the names of the packages. */
  readonly #rows = new Map<string, InstrumentationRow[]>();

  constructor(rows: readonly InstrumentationRow[]) {
    for (const row of rows) {
      if (row.files === undefined) continue;
      for (const name of row.modules) this.#rows.set(name, [...(this.#rows.get(name) ?? []), row]);
    }
  }

  /** Returns true for a package that is patched and that has not been looked at. */
  has(name: string): boolean {
    return this.#rows.has(name);
  }

  /** Looks at a package of which the application loads the module at this path or URL. */
  look(name: string, location: string): void {
    const rows = this.#rows.get(name);
    if (rows === undefined) return;
    this.#rows.delete(name);
    const found = packageFile(location);
    if (found?.package !== name) return;
    const folder = found.filename.slice(0, found.filename.length - found.path.length);
    if (rows.some(({ files }) => files!.some((file) => fileExists(join(folder, file))))) return;
    const tested = testedVersions(rows[0]!, name);
    logger.warnOnce(
      `${name} ${found.version ?? ""} has none of the files where calls are recorded: its calls are not recorded.` +
        (tested === undefined ? "" : ` Tested are versions ${tested}.`),
    );
  }
}

function testedVersions({ className, load }: InstrumentationRow, name: string): string | undefined {
  const Class = load()[className];
  return Class && (new Class({ enabled: false }) as Tested).testedVersionsOf?.(name);
}
