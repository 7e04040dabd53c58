import ts from "typescript";
import { foundOf, newNameOf, replacementOf } from "./names.ts";
import type { RemovedName } from "./removed-names.ts";
import type { SourceEdits } from "./source-edits.ts";

export function rewriteImport(checker: ts.TypeChecker, edits: SourceEdits, specifier: ts.ImportSpecifier): void {
  const imported = specifier.propertyName ?? specifier.name;
  if (imported.text === "legacy" && isOurs(specifier)) {
    rewriteLegacyImport(checker, edits, specifier);
    return;
  }
  const { row } = foundOf(checker, specifier.name) ?? {};
  if (row === undefined || row.handling === "wrapped where exact") return;
  if (row.handling !== "renamed") {
    edits.leave(imported, replacementOf(row));
    return;
  }
  const name = newNameOf(row);
  if (specifier.propertyName !== undefined) {
    edits.replace(imported.getStart(), imported.getEnd(), name);
    return;
  }
  const present = importOf(specifier.parent, name);
  if (present === undefined) {
    const isFree = checker.resolveName(name, edits.file, ts.SymbolFlags.All, true) === undefined;
    edits.replace(imported.getStart(), imported.getEnd(), isFree ? name : `${name} as ${imported.text}`);
  } else {
    edits.removeSpecifier(specifier);
  }
}

/** Rewrites a reference to an exported name, where the import of it no longer has that name. */
export function rewriteExportedName(
  checker: ts.TypeChecker,
  edits: SourceEdits,
  node: ts.Identifier,
  row: RemovedName,
): void {
  const { parent } = node;
  if (ts.isExportSpecifier(parent) || ts.isImportTypeNode(parent)) {
    edits.leave(node, replacementOf(row), parent.getText());
  } else if (row.owner === "legacy") {
    rewriteQualifiedName(edits, node, row);
  } else if (ts.isQualifiedName(parent) && parent.right === node) {
    if (row.handling === "renamed") edits.replace(node.getStart(), node.getEnd(), newNameOf(row));
    else edits.leave(node, replacementOf(row), parent.getText());
  } else if (row.handling === "renamed" && importsByName(checker, edits, node, newNameOf(row))) {
    const prefix = ts.isShorthandPropertyAssignment(parent) ? `${node.text}: ` : "";
    edits.replace(node.getStart(), node.getEnd(), prefix + newNameOf(row));
  }
}

/** Rewrites a name that is taken out of a value, whose variable keeps its name. */
export function rewriteElement(edits: SourceEdits, element: ts.BindingElement, name: string): void {
  const { propertyName, name: variable } = element;
  if (propertyName === undefined) edits.surround(variable, `${name}: `, "");
  else edits.replace(propertyName.getStart(), propertyName.getEnd(), name);
}

/** Replaces `legacy.CreateScoreRequest` by the name alone. */
function rewriteQualifiedName(edits: SourceEdits, node: ts.Identifier, row: RemovedName): void {
  const { parent } = node;
  if (ts.isQualifiedName(parent)) {
    const { left } = parent;
    const from = ts.isQualifiedName(left) ? left.right.getStart() : left.getStart();
    edits.replace(from, parent.getEnd(), newNameOf(row));
  }
}

/** Imports the names that were used under `legacy`, instead of it. */
function rewriteLegacyImport(checker: ts.TypeChecker, edits: SourceEdits, specifier: ts.ImportSpecifier): void {
  const names = new Set<string>();
  let others = 0;
  const symbol = checker.getSymbolAtLocation(specifier.name);
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isIdentifier(node) || node === specifier.name || checker.getSymbolAtLocation(node) !== symbol) return;
    const { parent } = node;
    const row = ts.isQualifiedName(parent) ? foundOf(checker, parent.right)?.row : undefined;
    if (row?.owner === "legacy") names.add(row.name);
    else others++;
  };
  visit(edits.file);
  if (others > 0) {
    edits.leave(specifier, "the names without the prefix legacy");
    if (names.size === 0) return;
  }
  const missing = [...names].filter((name) => importOf(specifier.parent, name) === undefined);
  const isType = specifier.parent.parent.phaseModifier === ts.SyntaxKind.TypeKeyword;
  const texts = missing.map((name) => (isType ? name : `type ${name}`));
  if (others > 0) texts.push(specifier.getText());
  if (texts.length === 0) edits.removeSpecifier(specifier);
  else edits.replace(specifier.getStart(), specifier.getEnd(), texts.join(", "));
}

/** Says whether a name comes from an import that {@link rewriteImport} renames. */
function importsByName(checker: ts.TypeChecker, edits: SourceEdits, node: ts.Identifier, name: string): boolean {
  const symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  const declaration = symbol?.declarations?.[0];
  if (declaration === undefined || !ts.isImportSpecifier(declaration) || declaration.propertyName) return false;
  return (
    importOf(declaration.parent, name) !== undefined ||
    checker.resolveName(name, edits.file, ts.SymbolFlags.All, true) === undefined
  );
}

function isOurs(specifier: ts.ImportSpecifier): boolean {
  const { moduleSpecifier } = specifier.parent.parent.parent as ts.ImportDeclaration;
  return ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text.startsWith("@svc/");
}

/** Returns the part of the same import that has a name already, under that name. */
function importOf({ elements }: ts.NamedImports, name: string): ts.ImportSpecifier | undefined {
  return elements.find((element) => element.propertyName === undefined && element.name.text === name);
}
