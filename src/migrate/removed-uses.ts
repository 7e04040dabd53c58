import ts from "typescript";
import type { Found } from "./generation-5.ts";
import { rewriteElement, rewriteExportedName, rewriteImport } from "./imported-names.ts";
import { foundOf, foundOfElement, NAMES, newNameOf, replacementOf } from "./names.ts";
import { ALL_NAMES, CHANGED_SINCE_4 } from "./names-of-4.ts";
import { REQUEST_PLACEHOLDERS, type RemovedName } from "./removed-names.ts";
import type { SourceEdits } from "./source-edits.ts";

/** Options of a request, by which they are told from a request. */
const OPTIONS: ReadonlySet<string> = new Set("timeoutInSeconds maxRetries abortSignal headers queryParams".split(" "));

/** Methods of the client whose names other libraries have as well. */
const COMMON: ReadonlySet<string> = new Set(
  "getPrompt createPrompt updatePrompt getDataset createDataset fetchMedia".split(" "),
);

/** Names that a value of an unknown type is taken for ours by. */
const TELLING = new Map(
  ALL_NAMES.filter(({ owner }) => owner === "SvcClient" || owner === "observation").map((row) => [row.name, row]),
);

/** Members that are read, not called. */
const FIELDS: ReadonlySet<RemovedName["owner"]> = new Set(["experiment result", "SvcBrowserError"] as const);

/**
 * Rewrites the uses of removed names in a file, and lists those that a person has to.
 *
 * @param isOf4 - True for a project on Langfuse 4, some of whose operations have names that stay.
 */
export function rewriteRemovedUses(checker: ts.TypeChecker, edits: SourceEdits, isOf4: boolean): void {
  const importsOurs = /["']@svc\//.test(edits.file.text);
  const visit = (node: ts.Node): void => {
    if (ts.isImportSpecifier(node)) rewriteImport(checker, edits, node);
    else if (ts.isBindingElement(node)) visitElement(checker, edits, node);
    else if ((ts.isIdentifier(node) || ts.isStringLiteral(node)) && NAMES.has(node.text)) visitName(node);
    if (!ts.isImportSpecifier(node)) ts.forEachChild(node, visit);
  };
  const visitName = (node: ts.Identifier | ts.StringLiteral): void => {
    const { parent } = node;
    if (ts.isBindingElement(parent)) return;
    const found = foundOf(checker, node);
    // `wrapTraceUpdates` has these.
    if (found?.row?.handling === "wrapped where exact") return;
    if (found?.row !== undefined && !isOf4 && CHANGED_SINCE_4.includes(found.row)) return;
    if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
      if (found !== undefined) rewriteMember(edits, parent, found);
      else if (isUnknown(checker, parent.expression)) listUnknown(edits, parent, importsOurs);
    } else if (found === undefined) {
      return;
    } else if (ts.isElementAccessExpression(parent) && parent.argumentExpression === node) {
      rewriteMember(edits, parent, found);
    } else if (ts.isIdentifier(node) && found.row) {
      rewriteExportedName(checker, edits, node, found.row);
    }
  };
  visit(edits.file);
}

/** Rewrites a key of a destructured value: a field keeps its old name for the variable. A method would lose its object. */
function visitElement(checker: ts.TypeChecker, edits: SourceEdits, element: ts.BindingElement): void {
  const { row } = foundOfElement(checker, element) ?? {};
  if (row === undefined || CHANGED_SINCE_4.includes(row)) return;
  if (row.handling === "renamed" && !newNameOf(row).includes(".") && row.owner !== "observation") {
    rewriteElement(edits, element, newNameOf(row));
  } else {
    edits.leave(element, replacementOf(row));
  }
}

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

function rewriteMember(edits: SourceEdits, access: Access, { row, operation }: Found): void {
  const { parent } = access;
  const call = ts.isCallExpression(parent) && parent.expression === access ? parent : undefined;
  if (row === undefined) {
    if (call !== undefined) insertPlaceholder(edits, call, operation!);
    return;
  }
  const exported = row.owner.startsWith("@");
  const isRenamed =
    row.handling === "renamed" || (row.handling === "renamed where unread" && call !== undefined && isUnread(call));
  const from = operation === undefined ? startOfMember(access) : startOfOperation(access, operation);
  if (!isRenamed || from === undefined || !(call !== undefined || FIELDS.has(row.owner) || exported)) {
    listMember(edits, access, row, call);
    return;
  }
  edits.replace(from, access.getEnd(), `${ts.isElementAccessExpression(access) ? "." : ""}${newNameOf(row)}`);
  if (call !== undefined) insertPlaceholder(edits, call, newNameOf(row).replace(/^api\./, ""));
}

/** Returns where a member's name begins, for one in brackets with them; undefined for `?.[`. */
function startOfMember(access: Access): number | undefined {
  if (ts.isPropertyAccessExpression(access)) return access.name.getStart();
  return access.questionDotToken === undefined ? access.expression.getEnd() : undefined;
}

/** Returns where the first group of an operation begins; undefined unless it is all written out, as in `api.legacy.scoreV1.create`. */
function startOfOperation(access: Access, operation: string): number | undefined {
  const path = operation.split(".");
  let at: ts.Expression = access;
  for (const [index, name] of path.toReversed().entries()) {
    if (!ts.isPropertyAccessExpression(at) || at.name.text !== name) return undefined;
    if (index === path.length - 1) return at.name.getStart();
    at = at.expression;
  }
  return undefined;
}

function listMember(edits: SourceEdits, access: Access, row: RemovedName, call: ts.CallExpression | undefined): void {
  const first = call?.arguments[0]?.getText();
  const argument = first !== undefined && !first.includes("\n") ? first : undefined;
  const place = ts.isPropertyAccessExpression(access) ? access.name : access.argumentExpression;
  edits.leave(place, replacementOf(row, argument), (call ?? access).getText());
}

/** Says whether the result of a call is dropped, awaited or not. */
function isUnread(call: ts.Expression): boolean {
  let at: ts.Node = call;
  while (ts.isAwaitExpression(at.parent) || ts.isVoidExpression(at.parent) || ts.isParenthesizedExpression(at.parent)) {
    at = at.parent;
  }
  return ts.isExpressionStatement(at.parent);
}

/** Puts the empty request before the options of an operation. */
function insertPlaceholder(edits: SourceEdits, call: ts.CallExpression, operation: string): void {
  const identifiers = REQUEST_PLACEHOLDERS[operation];
  if (identifiers === undefined || call.arguments.length !== identifiers + 1) return;
  const last = call.arguments[identifiers]!;
  if (ts.isSpreadElement(last) || call.arguments.some(ts.isSpreadElement) || last.getText() === "undefined") return;
  if (ts.isObjectLiteralExpression(last)) {
    const isOptions = last.properties.some(
      ({ name }) => name !== undefined && (OPTIONS.has(name.getText()) || /^["']?x-svc-/.test(name.getText())),
    );
    if (!isOptions && !last.properties.some(ts.isSpreadAssignment)) return;
  }
  edits.surround(last, "{}, ", "");
}

/**
 * Says whether an expression has no known type, as a parameter of plain JavaScript, and what is reached from one or from `this`, have none.
 * A value from another package is known to be none of ours.
 */
function isUnknown(checker: ts.TypeChecker, expression: ts.Expression): boolean {
  if ((checker.getTypeAtLocation(expression).flags & ts.TypeFlags.Any) === 0) return false;
  if (ts.isPropertyAccessExpression(expression)) {
    const { expression: owner } = expression;
    if (owner.kind !== ts.SyntaxKind.ThisKeyword) return isUnknown(checker, owner);
    const declarations = checker.getSymbolAtLocation(expression.name)?.declarations ?? [];
    return declarations.every((declaration) => !isMade(valueOf(declaration)));
  }
  if (!ts.isIdentifier(expression)) return false;
  const declaration = checker.getSymbolAtLocation(expression)?.valueDeclaration;
  return declaration !== undefined && ts.isParameter(declaration) && declaration.initializer === undefined;
}

/** Returns what a property gets where it is declared, or assigned as `this.name = …`. */
function valueOf(declaration: ts.Node): ts.Expression | undefined {
  if (ts.isPropertyDeclaration(declaration)) return declaration.initializer;
  const assignment = ts.isPropertyAccessExpression(declaration) ? declaration.parent : declaration;
  return ts.isBinaryExpression(assignment) ? assignment.right : undefined;
}

/** Says whether a value is made where it stands: by `new`, or by a call. A value of a type of ours is known. */
const isMade = (value: ts.Expression | undefined): boolean =>
  value !== undefined && (ts.isNewExpression(value) || ts.isCallExpression(value) || ts.isAwaitExpression(value));

function listUnknown(edits: SourceEdits, access: ts.PropertyAccessExpression, importsOurs: boolean): void {
  const row = TELLING.get(access.name.text);
  if (row === undefined || !ts.isCallExpression(access.parent) || (COMMON.has(row.name) && !importsOurs)) return;
  const owner = row.owner === "observation" ? "an observation" : "an SvcClient";
  edits.leave(
    access.name,
    `${replacementOf(row)}, if ${access.expression.getText()} is ${owner}`,
    access.parent.getText(),
  );
}
