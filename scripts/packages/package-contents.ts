import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PackedPackage } from "./published-packages.ts";

/** List of the files of all published packages, one line each: the name of the package and the path. */
const LIST = join(import.meta.dirname, "package-contents.txt");

/** Package whose parts keep their names. Those of the others have a hash, and the list has one line for all parts of a folder. */
const WITHOUT_HASHES = "@svc/register";
const HASHED_PART = /(?<=^dist\/(?:.*\/)?)[^/]+-[\w-]{8}(?=\.(?:(?:d\.)?[mc]?[jt]s|css|svg)$)/;

/** Difference between the packages and their list. */
export interface ContentsDifference {
  /** Lines of files that the list does not have. */
  readonly unlisted: readonly string[];
  /** Lines of the list without a file. */
  readonly missing: readonly string[];
}

export function compareContents(packages: readonly PackedPackage[], list = readList()): ContentsDifference {
  const lines = linesOf(packages);
  return {
    unlisted: lines.filter((line) => !list.includes(line)),
    missing: list.filter((line) => !lines.includes(line)),
  };
}

/** Writes the list of what the packages contain. */
export function writeContents(packages: readonly PackedPackage[]): void {
  writeFileSync(LIST, `${linesOf(packages).join("\n")}\n`);
}

function readList(): readonly string[] {
  return readFileSync(LIST, "utf8").trimEnd().split("\n");
}

function linesOf(packages: readonly PackedPackage[]): readonly string[] {
  const lines = packages.flatMap(({ name, files }) =>
    files.map(({ path }) => `${name} ${name === WITHOUT_HASHES ? path : path.replace(HASHED_PART, "*")}`),
  );
  return [...new Set(lines)].toSorted();
}
