// Lists of the files that a span and a call pass, from a run of both: V8 counts the functions that are entered.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withGeneratedPart } from "./generated-part.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Files that a way enters, sorted by path. */
interface Ways {
  readonly span: readonly string[];
  readonly call: readonly string[];
  readonly streamed: readonly string[];
}

/** Files that serve any way: helpers of the lowest package and for values, and ports to the platform. */
const HELPER = /^src\/core\/|\/platform\/|^instrumentations\/shared\/data\//;

/** Docstring of an exported class, function or anything else: the first of the first kind is what a file is about. */
const DOCS = ["(?:abstract )?class", "(?:async )?function", "[a-z]"].map(
  (kind) => new RegExp(String.raw`/\*\*(?<doc>(?:(?!\*/)[^])*)\*/\nexport ${kind}`),
);

/** Returns the page with the lists of today. */
export function architecturePage(page: string): string {
  const imports = join(import.meta.dirname, "source-imports.ts");
  const child = join(import.meta.dirname, "ways-child.ts");
  const { span, call, streamed } = JSON.parse(
    execFileSync(process.execPath, ["--import", imports, child], { encoding: "utf8" }),
  ) as Ways;
  const source = "a run of one span and one call";
  const withSpan = withGeneratedPart(page, `${source}: the span`, listOf(span));
  const others = streamed.filter((path) => !call.includes(path) && !HELPER.test(path));
  const count = streamed.filter((path) => !HELPER.test(path)).length;
  const more = `A streamed call passes ${count} files, among them these others:\n\n${rowsOf(others)}`;
  return withGeneratedPart(withSpan, `${source}: the call`, `${listOf(call)}\n\n${more}`);
}

function listOf(paths: readonly string[]): string {
  const rooms = paths.filter((path) => !HELPER.test(path));
  const helpers = paths.filter((path) => HELPER.test(path)).map((path) => `\`${path}\``);
  return `${rowsOf(rooms)}\n\nThese ${rooms.length} files use ${helpers.length} others, helpers and ports: ${helpers.join(", ")}.`;
}

function rowsOf(paths: readonly string[]): string {
  return paths
    .map((path) => [`- \`${path}\``, subjectOf(path)].filter((part) => part !== undefined).join(": "))
    .join("\n");
}

/** Returns what a file is about: the first sentence of its docstring; undefined if it has none. */
function subjectOf(path: string): string | undefined {
  const code = readFileSync(join(ROOT, path), "utf8");
  const doc = DOCS.map((pattern) => pattern.exec(code)?.groups?.["doc"]).find((found) => found !== undefined);
  const text = doc?.replaceAll(/\s*\n\s*\*/g, "").trim();
  if (text === undefined) return undefined;
  const [sentence = text] = /^.*?[.:](?=\s|$)/.exec(text) ?? [];
  return sentence.replace(/[.:]$/, "").replaceAll(/\{@link (\w+)\}/g, "`$1`");
}
