import ts from "typescript";
import { type Found, foundAt } from "./generation-5.ts";
import { isOfGeneration5 } from "./project.ts";
import { ALL_NAMES } from "./names-of-4.ts";
import { REQUEST_PLACEHOLDERS, type RemovedName } from "./removed-names.ts";

/** Last parts of all names that are looked for. */
export const NAMES: ReadonlySet<string> = new Set(
  [...ALL_NAMES.map(({ name }) => name), ...Object.keys(REQUEST_PLACEHOLDERS)].map((name) =>
    name.slice(name.lastIndexOf(".") + 1),
  ),
);

/** Returns what an expression or type names in generation 5; undefined for everything else. */
export function foundOf(checker: ts.TypeChecker, node: ts.Node): Found | undefined {
  const { parent } = node;
  return foundOfSymbol(
    checker,
    ts.isShorthandPropertyAssignment(parent)
      ? checker.getShorthandAssignmentValueSymbol(parent)
      : checker.getSymbolAtLocation(node),
  );
}

/** Returns what a key of a destructured value names. */
export function foundOfElement(checker: ts.TypeChecker, element: ts.BindingElement): Found | undefined {
  const key = element.propertyName ?? element.name;
  if (!ts.isIdentifier(key)) return undefined;
  return foundOfSymbol(checker, checker.getTypeAtLocation(element.parent).getProperty(key.text));
}

function foundOfSymbol(checker: ts.TypeChecker, symbol: ts.Symbol | undefined): Found | undefined {
  if (symbol === undefined) return undefined;
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  const all = (target.declarations ?? [])
    .filter(isOfGeneration5)
    .flatMap((declaration) => foundAt(ownerOf(declaration), target.name) ?? []);
  // A member of a union is listed when it is for one of its types.
  return all.find(({ row }) => row?.handling === "listed") ?? all[0];
}

function ownerOf(declaration: ts.Node): string {
  for (let at = declaration.parent; at !== undefined; at = at.parent) {
    if (ts.isInterfaceDeclaration(at) || ts.isClassDeclaration(at)) return at.name?.text ?? "";
    if (ts.isModuleDeclaration(at)) return at.name.text;
  }
  return "";
}

/** Returns what takes the place of a renamed name: its replacement without arguments. */
export function newNameOf({ now }: RemovedName): string {
  return now.replace(/\(.*/, "");
}

/** Returns the replacement as it is to be read, with the first argument of the call that it replaces. */
export function replacementOf({ now }: RemovedName, argument?: string): string {
  return now.replaceAll(/\$(\w+)/g, (_, name: string) => argument ?? name);
}
