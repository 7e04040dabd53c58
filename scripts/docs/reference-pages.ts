// Makes the pages of the API reference from the declarations of the built packages: each public name with its docstring.
import { createRequire } from "node:module";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
// The last TypeScript with an API for JavaScript is that of `@svc/migrate`.
import type TypeScript from "../../src/migrate/node_modules/typescript/lib/typescript.js";

/** Packages whose names applications use, by their folders. */
const PACKAGES = [
  "src/tracing",
  "src/otel",
  "src/client",
  "src/browser",
  "src/server",
  "instrumentations/openai",
  "instrumentations/langchain",
];

const ROOT = join(import.meta.dirname, "../..");
const API = join(ROOT, "src/core/dist/api.d.mts");
const ts = createRequire(join(ROOT, "src/migrate/package.json"))("typescript") as typeof TypeScript;

/** Kinds of declarations, in the order of the page, each with its heading. */
const KINDS: ReadonlyArray<readonly [heading: string, isKind: (node: TypeScript.Node) => boolean]> = [
  ["Functions", ts.isFunctionDeclaration],
  ["Classes", ts.isClassDeclaration],
  ["Values", ts.isVariableDeclaration],
  ["Types", (node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isEnumDeclaration(node)],
];

/** Writes the pages into a folder. */
export function writeReference(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const entries = PACKAGES.map((path) => join(ROOT, path, "dist/index.d.mts"));
  const program = ts.createProgram([...entries, API], {
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    skipLibCheck: true,
    noLib: true,
  });
  for (const [index, path] of PACKAGES.entries()) {
    writeFileSync(join(folder, `${basename(path)}.md`), pageOf(program, path, entries[index]!));
  }
}

function pageOf(program: TypeScript.Program, path: string, entry: string): string {
  const { name, description } = JSON.parse(readFileSync(join(ROOT, path, "package.json"), "utf8")) as {
    name: string;
    description: string;
  };
  const exported = exportsOf(program, entry);
  const ofApi = new Set<TypeScript.Node>(
    exportsOf(program, API).flatMap(({ nodes }) => nodes.filter(ts.isTypeAliasDeclaration)),
  );
  const own = exported.filter(({ nodes }) => nodes.some((node) => isOurs(node) && !ofApi.has(node)));
  const parts = KINDS.flatMap(([heading, isKind]) => {
    const names = own.filter(({ nodes }) => isKind(nodes[0]!)).toSorted((a, b) => a.name.localeCompare(b.name, "en"));
    return names.length === 0 ? [] : [[`## ${heading}`], names.map(entryOf)].flat();
  });
  const others = exported.length - own.length;
  const more = others === 0 ? [] : [`${others} further types are those of the [HTTP API](../api-operations.md).`];
  return [`# ${name}`, `${description}.`.replace(/\.\.$/, "."), ...parts, ...more, ""].join("\n\n");
}

/** Name that a package exports, with its declarations. */
interface Exported {
  readonly name: string;
  readonly nodes: readonly TypeScript.Declaration[];
}

function exportsOf(program: TypeScript.Program, entry: string): Exported[] {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(entry);
  const module = source && checker.getSymbolAtLocation(source);
  if (module === undefined) throw new Error(`${entry} has no exports: run \`npm run build\`.`);
  return checker.getExportsOfModule(module).map((symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    return { name: symbol.name, nodes: target.declarations ?? [] };
  });
}

/** Returns true for declarations of our packages. */
function isOurs(node: TypeScript.Node): boolean {
  const { fileName } = node.getSourceFile();
  return fileName.startsWith(ROOT) && !fileName.includes("/node_modules/");
}

function entryOf({ name, nodes }: Exported): string {
  const statements = nodes.map((node) => (ts.isVariableDeclaration(node) ? node.parent.parent : node));
  const docs = ts.getJSDocCommentsAndTags(statements[0]!).filter(ts.isJSDoc);
  const text = docs.map(({ comment }) => markdownOf(comment)).join("\n\n");
  const example = docs.flatMap(({ tags = [] }) => tags).find(({ tagName }) => tagName.text === "example");
  const code = statements.map((node) => node.getText().replace(/^(export )?(declare )?/, ""));
  return [
    `### ${name}`,
    ...(text === "" ? [] : [text]),
    "```ts\n" + code.join("\n") + "\n```",
    ...(example === undefined ? [] : ["```ts\n" + textOf(example.comment).trim() + "\n```"]),
  ].join("\n\n");
}

/** Returns a docstring as text: links of docstrings become names. */
function textOf(comment: TypeScript.JSDoc["comment"]): string {
  return (ts.getTextOfJSDocComment(comment) ?? "").replaceAll(/\{@link ([^}|]+)[^}]*\}/g, "`$1`");
}

/** Returns a docstring as Markdown: outside of code, brackets are no tags. */
function markdownOf(comment: TypeScript.JSDoc["comment"]): string {
  const parts = textOf(comment).split("`");
  return parts.map((part, index) => (index % 2 === 0 ? part.replaceAll("<", "&lt;") : part)).join("`");
}
