import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "../../src/migrate/node_modules/typescript/lib/typescript.js";

/** Packages that a project may import names from, each with the file that lists them. */
const PACKAGES: Readonly<Record<string, string>> = {
  "@svc/browser": "src/browser/index.ts",
  "@svc/client": "src/client/index.ts",
  "@svc/core": "src/core/index.ts",
  "@svc/langchain": "instrumentations/langchain/index.ts",
  "@svc/openai": "instrumentations/openai/index.ts",
  "@svc/otel": "src/otel/index.ts",
  "@svc/tracing": "src/tracing/index.ts",
};

const ROOT = join(import.meta.dirname, "../..");

/** Returns the source file with the exported names of our packages, for `@svc/migrate`, which imports no other package. */
export function exportedNamesFile(): string {
  const rows = Object.entries(PACKAGES).map(([name, file]) => {
    const names = [...namesIn(join(ROOT, file))].toSorted();
    return `  ${JSON.stringify(name)}: new Set(\n    ${JSON.stringify(names.join(" "))}.split(\n      " ",\n    ),\n  ),\n`;
  });
  return `// Generated from the index.ts of the packages by \`npm run docs\`. Do not edit.

/** Names that each package of generation 6 exports, values and types. */
export const EXPORTED_NAMES: Readonly<Record<string, ReadonlySet<string>>> = {
${rows.join("")}};
`;
}

function namesIn(path: string): Set<string> {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ESNext, true);
  const names = new Set<string>();
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause: clause, moduleSpecifier: from } = statement;
      if (clause === undefined) {
        for (const name of namesIn(fileOf(path, (from as ts.StringLiteral).text))) names.add(name);
      } else if (ts.isNamedExports(clause)) for (const { name } of clause.elements) names.add(name.text);
      else names.add(clause.name.text);
    } else if (ts.isVariableStatement(statement) && statement.modifiers?.some(isExport)) {
      for (const { name } of statement.declarationList.declarations) names.add(name.getText(source));
    } else if (ts.isTypeAliasDeclaration(statement) && statement.modifiers?.some(isExport)) {
      names.add(statement.name.text);
    } else if (ts.canHaveModifiers(statement) && statement.modifiers?.some(isExport)) {
      throw new Error(`${path} exports a declaration that is neither a constant nor a type.`);
    }
  }
  return names;
}

const isExport = ({ kind }: ts.ModifierLike): boolean => kind === ts.SyntaxKind.ExportKeyword;

/** Returns the file of a specifier, which is relative or a subpath of the core. */
function fileOf(from: string, specifier: string): string {
  const candidates = [
    join(dirname(from), specifier),
    join(ROOT, specifier.replace("@svc/core", "src/core"), "index.ts"),
    join(ROOT, `${specifier.replace("@svc/core", "src/core")}.ts`),
  ];
  const found = candidates.find((path) => path.endsWith(".ts") && existsSync(path));
  if (found === undefined) throw new Error(`${from}: ${specifier} was not found.`);
  return found;
}
