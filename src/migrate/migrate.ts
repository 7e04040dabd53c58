import { readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { createTwoFilesPatch, diffLines } from "diff";
import { isConfiguration, rewriteConfiguration } from "./configuration.ts";
import { rewriteEncodedMetadata } from "./encoded-metadata.ts";
import { type Renamed, renameSource } from "./langfuse.ts";
import { renameConfiguration } from "./langfuse-configuration.ts";
import { withoutSecrets } from "./origin.ts";
import { compileProject, projectFiles } from "./project.ts";
import { wrapTraceUpdates } from "./propagated-traces.ts";
import { rewriteRemovedUses } from "./removed-uses.ts";
import { type Left, SourceEdits } from "./source-edits.ts";
import { listUnexportedNames } from "./unexported-names.ts";

export type { Left } from "./source-edits.ts";

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

/** Options of {@link migrate}. */
export interface MigrateOptions {
  /** Packages that the project uses; by default generation 5 of ours. */
  readonly from?: "langfuse";
}

/**
 * Finds what a project of generation 5 has to change for generation 6. Writes nothing: {@link writeChanges} does. A project that uses
 * no package of ours has nothing to change. Langfuse's packages have the shapes of generation 5: with `from`, their names become ours
 * first.
 *
 * @param folder - Top folder of the project.
 * @throws Error when the folder or one of its files cannot be read.
 */
export function migrate(folder: string, { from }: MigrateOptions = {}): Migration {
  const root = resolve(folder);
  const { sources, others } = projectFiles(root);
  const configurations = others.filter(isConfiguration);
  const files = [...sources, ...configurations].map((path) => projectFile(root, path, from));
  const usesOurs = files.some(({ text, left }) => left.length > 0 || /["']@svc\/|\bsvc\.\w+\.metadata\b/.test(text));
  if (!usesOurs) return { changes: [], left: [] };
  const byPath = new Map(files.map((file) => [file.path, file]));
  const results = [
    ...sourceResults(root, sources, byPath, files.some(isManifestOf4)),
    ...configurations.map((path) => configurationResult(byPath.get(path)!)),
  ];
  return {
    changes: results
      .map(({ change }) => change)
      .filter(({ before, after }) => before !== after)
      .toSorted((a, b) => (a.file < b.file ? -1 : 1)),
    left: results
      .flatMap(({ left }) => left)
      .map((place) => Object.assign({}, place, { code: withoutSecrets(place.code, !isConfiguration(place.file)) }))
      .toSorted((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.line - b.line)),
  };
}

/** Writes the changed files of a project. */
export function writeChanges(folder: string, changes: readonly Change[]): void {
  for (const { file, after } of changes) writeFileSync(join(folder, file), after);
}

/** Returns the changes as one unified diff to read. Secrets are shown as `***`. */
export function diffOf(changes: readonly Change[]): string {
  return changes
    .map(({ file, before, after }) => {
      const diff = createTwoFilesPatch(`a/${file}`, `b/${file}`, before, after, undefined, undefined, { context: 2 });
      const lines = diff.replace(/^=+\n/, "").split("\n");
      return lines.map((line) => withoutSecrets(line, !isConfiguration(file))).join("\n");
    })
    .join("");
}

/**
 * Returns the places left with their lines in the written files. A second look would miss some: an address is known to be Langfuse's by the
 * name of its variable, which is ours after the first.
 */
export function leftAfterWriting({ changes, left }: Migration): Left[] {
  const lines = new Map(changes.map(({ file, before, after }) => [file, lineMapping(before, after)]));
  return left.map((place) => ({ ...place, line: lines.get(place.file)?.(place.line) ?? place.line }));
}

/** Returns a function from a line of a text to the line that took its place in another text. */
function lineMapping(before: string, after: string): (line: number) => number {
  const places: number[] = [];
  let line = 1;
  for (const part of diffLines(before, after)) {
    if (part.added) line += part.count;
    else if (part.removed) {
      for (let index = 0; index < part.count; index++) places.push(line + index);
    } else {
      for (let index = 0; index < part.count; index++) places.push(line++);
    }
  }
  return (at) => places[at - 1] ?? at;
}

interface Result {
  readonly change: Change;
  readonly left: readonly Left[];
}

/** File of a project, under our names. */
interface ProjectFile extends Renamed {
  readonly path: string;
  /** Path from the top of the project. */
  readonly file: string;
  readonly before: string;
}

function projectFile(root: string, path: string, from: MigrateOptions["from"]): ProjectFile {
  const file = relative(root, path).replaceAll("\\", "/");
  const before = read(path);
  if (from === undefined) return { path, file, before, text: before, left: [] };
  const rename = isConfiguration(path) ? renameConfiguration : renameSource;
  return { path, file, before, ...rename(file, before) };
}

/** Returns true for the manifest of a project that uses version 4 of Langfuse's packages. */
const isManifestOf4 = ({ file, before }: ProjectFile): boolean =>
  /(?:^|\/)package\.json$/.test(file) && /"@langfuse\/[\w-]+"\s*:\s*"[~^]?4\b/.test(before);

function sourceResults(
  root: string,
  sources: readonly string[],
  files: ReadonlyMap<string, ProjectFile>,
  isOf4: boolean,
): Result[] {
  const program = compileProject(root, sources, (path) => files.get(path)?.text);
  const checker = program.getTypeChecker();
  return sources.flatMap((path) => {
    const source = program.getSourceFile(path);
    const { file, before, left } = files.get(path)!;
    if (source === undefined || source.isDeclarationFile) return [];
    const edits = new SourceEdits(source);
    wrapTraceUpdates(checker, edits);
    rewriteRemovedUses(checker, edits, isOf4);
    listUnexportedNames(edits);
    rewriteEncodedMetadata(checker, edits);
    return [{ change: { file, before, after: edits.changed() }, left: [...left, ...edits.left(file)] }];
  });
}

function configurationResult({ file, before, text, left: unnamed }: ProjectFile): Result {
  const { text: after, left } = rewriteConfiguration(file, text);
  return { change: { file, before, after }, left: [...unnamed, ...left] };
}

const read = (file: string): string => readFileSync(file, "utf8");
