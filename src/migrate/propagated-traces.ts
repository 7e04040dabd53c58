import ts from "typescript";
import { foundOf, replacementOf } from "./names.ts";
import { NAMES_OF_4 } from "./names-of-4.ts";
import type { SourceEdits } from "./source-edits.ts";

/** Function that takes the place of `updateActiveTrace` and `updateTrace` of Langfuse 4. */
const PROPAGATE = "propagateAttributes";
const TRACING = "@svc/tracing";

/** Fields that both write as they are. Others have limits, or other places. */
const FIELDS: ReadonlySet<string> = new Set(["userId", "sessionId", "tags"]);

/**
 * Rewrites calls that set user, session and tags of a trace into `propagateAttributes` around what follows them, and lists the others. It is the
 * same where the call is a statement of the function that `startActiveObservation` or `observe` runs as an observation: the observation
 * itself and all that are started later in the function get the fields.
 */
export function wrapTraceUpdates(checker: ts.TypeChecker, edits: SourceEdits): void {
  if (!NAMES_OF_4.some(({ name }) => edits.file.text.includes(name))) return;
  const imports = namedImportsOf(edits.file);
  let [wrapped, listed] = [0, 0];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isIdentifier(node) || ts.isImportSpecifier(node.parent)) return;
    const { row } = foundOf(checker, node) ?? {};
    if (row?.handling !== "wrapped where exact") return;
    const call = callOf(node);
    const body = call && imports.length > 0 ? bodyOf(checker, node, call) : undefined;
    if (call !== undefined && body !== undefined) {
      wrap(edits, call, body);
      wrapped++;
    } else {
      edits.leave(node, replacementOf(row), (call ?? node.parent).getText());
      if (!ts.isPropertyAccessExpression(node.parent)) listed++;
    }
  };
  visit(edits.file);
  rewriteImports(checker, edits, imports, wrapped > 0, listed > 0);
}

function callOf(name: ts.Identifier): ts.CallExpression | undefined {
  const callee = ts.isPropertyAccessExpression(name.parent) && name.parent.name === name ? name.parent : name;
  return ts.isCallExpression(callee.parent) && callee.parent.expression === callee ? callee.parent : undefined;
}

/** Returns the body of the function whose rest can be wrapped; undefined where that is not the same. */
function bodyOf(checker: ts.TypeChecker, name: ts.Identifier, call: ts.CallExpression): ts.Block | undefined {
  const statement = call.parent;
  const body = statement.parent;
  if (!ts.isExpressionStatement(statement) || !ts.isBlock(body) || !hasFieldsOnly(call)) return undefined;
  const run = body.parent;
  if (!(ts.isArrowFunction(run) || ts.isFunctionExpression(run)) || run.asteriskToken !== undefined) return undefined;
  const runner = ts.isCallExpression(run.parent) ? run.parent.expression.getText() : "";
  if (!/^(?:\w+\.)?(?:startActiveObservation|observe)$/.test(runner)) return undefined;
  if (ts.isPropertyAccessExpression(name.parent)) {
    const { expression } = name.parent;
    const declaration = ts.isIdentifier(expression) && checker.getSymbolAtLocation(expression)?.valueDeclaration;
    if (declaration === false || declaration === undefined || declaration !== run.parameters[0]) return undefined;
  }
  const rest = body.statements.slice(body.statements.indexOf(statement) + 1);
  // A declaration for the whole function would be hidden from its first part.
  return rest.length > 0 && !rest.some(isHoisted) ? body : undefined;
}

function hasFieldsOnly({ arguments: [fields, ...others] }: ts.CallExpression): boolean {
  if (fields === undefined || others.length > 0 || !ts.isObjectLiteralExpression(fields)) return false;
  return fields.properties.every(
    (property) =>
      (ts.isPropertyAssignment(property) || ts.isShorthandPropertyAssignment(property)) &&
      FIELDS.has(property.name.getText()),
  );
}

const isHoisted = (statement: ts.Statement): boolean =>
  ts.isFunctionDeclaration(statement) ||
  (ts.isVariableStatement(statement) && (statement.declarationList.flags & ts.NodeFlags.BlockScoped) === 0);

function wrap(edits: SourceEdits, call: ts.CallExpression, body: ts.Block): void {
  const run = body.parent as ts.ArrowFunction;
  const isAsync = run.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;
  const statement = call.parent;
  const [fields] = call.arguments;
  edits.replace(statement.getStart(), fields!.getStart(), `return ${PROPAGATE}(`);
  edits.replace(fields!.getEnd(), statement.getEnd(), `, ${isAsync ? "async " : ""}() => {`);
  const end = body.getEnd() - 1;
  const before = edits.file.text.slice(0, end);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const indentation = line.trim() === "" ? line : "";
  edits.text.appendLeft(end, `});\n${indentation}`);
}

/** Returns the imports of names of `@svc/tracing`, of values. */
function namedImportsOf(file: ts.SourceFile): ts.NamedImports[] {
  return file.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const { importClause: clause } = statement;
    const isOfValues = clause?.phaseModifier !== ts.SyntaxKind.TypeKeyword;
    const bindings = isOfValues ? clause?.namedBindings : undefined;
    const isTracing = statement.moduleSpecifier.text === TRACING;
    return isTracing && bindings !== undefined && ts.isNamedImports(bindings) ? [bindings] : [];
  });
}

/** Imports `propagateAttributes` where calls were wrapped, and `updateActiveTrace` no more where all were. */
function rewriteImports(
  checker: ts.TypeChecker,
  edits: SourceEdits,
  imports: readonly ts.NamedImports[],
  hasWrapped: boolean,
  hasListed: boolean,
): void {
  const elements = imports.flatMap(({ elements: all }) => [...all]);
  const old = elements.find((element) => foundOf(checker, element.name)?.row?.handling === "wrapped where exact");
  const isPresent = elements.some(({ name, propertyName }) => name.text === PROPAGATE && propertyName === undefined);
  if (old !== undefined && hasListed) edits.leave(old, replacementOf(foundOf(checker, old.name)!.row!));
  const isNeeded = hasWrapped && !isPresent;
  if (old !== undefined && !hasListed) {
    if (isNeeded) edits.replace(old.getStart(), old.getEnd(), PROPAGATE);
    else edits.removeSpecifier(old);
  } else if (isNeeded) {
    const last = elements.at(-1)!;
    edits.text.appendLeft(last.getEnd(), `, ${PROPAGATE}`);
  }
}
