import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { type ChangelogEntry, entryOf } from "./changelog.ts";

/** Next version of all packages, and what changed since the last. */
export interface ReleasePlan {
  readonly version: string;
  readonly entries: readonly ChangelogEntry[];
}

/** Result of `changeset status --output`. */
interface Status {
  readonly changesets: ReadonlyArray<{ readonly id: string; readonly summary: string }>;
  readonly releases: ReadonlyArray<{ readonly name: string; readonly newVersion: string }>;
}

/** Returns what the changesets of a repository ask for, `undefined` when it has none. Throws when they ask for several versions. */
export function readReleasePlan(root: string): ReleasePlan | undefined {
  if (globSync(".changeset/*.md", { cwd: root }).every((file) => file.endsWith("README.md"))) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "svc-release-"));
  try {
    const file = join(folder, "status.json");
    runChangeset(root, "status", `--output=${relative(root, file)}`);
    const { changesets, releases } = JSON.parse(readFileSync(file, "utf8")) as Status;
    const ours = releases.filter(({ name }) => name.startsWith("@svc/"));
    const versions = [...new Set(ours.map(({ newVersion }) => newVersion))];
    if (versions.length !== 1)
      throw new Error(`The changesets ask for ${versions.length} versions, not one: ${versions.join(", ")}.`);
    return { version: versions[0]!, entries: changesets.map(entryOf) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs a command of changesets in a repository. Throws an error with its output when it fails. */
export function runChangeset(root: string, ...args: readonly string[]): void {
  const program = join(import.meta.dirname, "../../node_modules/@changesets/cli/bin.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`changeset ${args[0]} failed: ${stderr}${stdout}`);
}
