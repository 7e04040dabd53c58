import { readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { createTwoFilesPatch } from "diff";
import { isConfiguration, rewriteConfiguration } from "./configuration.ts";
import { rewriteEncodedMetadata } from "./encoded-metadata.ts";
import { compileProject, projectFiles } from "./project.ts";
import { rewriteRemovedUses } from "./removed-uses.ts";
import { type Left, SourceEdits } from "./source-edits.ts";

export type { Left } from "./source-edits.ts";

/** File that changes. */
export interface Change {
  /** Path from the top of the project. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

/** Outcome for a project. */
export interface Migration {
  readonly changes: readonly Change[];
  /** Places that a person has to change, by file and line. */
  readonly left: readonly Left[];
}

/**
 * Finds what a project of generation 5 has to change for generation 6. Writes nothing: {@link writeChanges} does. A project that uses
 * no package of ours has nothing to change.
 *
 * @param folder - Top folder of the project.
 * @throws Error when the folder or one of its files cannot be read.
 */
export function migrate(folder: string): Migration {
  const root = resolve(folder);
  const { sources, others } = projectFiles(root);
  const configurations = others.filter(isConfiguration);
  const usesOurs = [...sources, ...configurations].some((file) => /["']@svc\/|\bsvc\.\w+\.metadata\b/.test(read(file)));
  if (!usesOurs) return { changes: [], left: [] };
  const results = [...sourceResults(root, sources), ...configurations.map((file) => configurationResult(root, file))];
  return {
    changes: results
      .map(({ change }) => change)
      .filter(({ before, after }) => before !== after)
      .toSorted((a, b) => (a.file < b.file ? -1 : 1)),
    left: results
      .flatMap(({ left }) => left)
      .toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line)),
  };
}

/** Writes the changed files of a project. */
export function writeChanges(folder: string, changes: readonly Change[]): void {
  for (const { file, after } of changes) writeFileSync(join(folder, file), after);
}

/** Returns the changes as one unified diff. */
export function diffOf(changes: readonly Change[]): string {
  return changes
    .map(({ file, before, after }) =>
      createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after, undefined, undefined, { context: 2 }).replace(
        /^=+\n/,
        "",
      ),
    )
    .join("");
}

interface Result {
  readonly change: Change;
  readonly left: readonly Left[];
}

function sourceResults(root: string, sources: readonly string[]): Result[] {
  const program = compileProject(root, sources);
  const checker = program.getTypeChecker();
  return sources.flatMap((path) => {
    const file = program.getSourceFile(path);
    if (file === undefined || file.isDeclarationFile) return [];
    const edits = new SourceEdits(file);
    rewriteRemovedUses(checker, edits);
    rewriteEncodedMetadata(checker, edits);
    const name = relative(root, path).replaceAll("\\", "/");
    return [{ change: { file: name, before: file.text, after: edits.changed() }, left: edits.left(name) }];
  });
}

function configurationResult(root: string, path: string): Result {
  const file = relative(root, path).replaceAll("\\", "/");
  const before = read(path);
  const { text: after, left } = rewriteConfiguration(file, before);
  return { change: { file, before, after }, left };
}

const read = (file: string): string => readFileSync(file, "utf8");
