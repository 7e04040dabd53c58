import ts from "typescript";
import type { SourceEdits } from "./source-edits.ts";

/** Attributes whose values are JSON in generation 6. Contract: "Metadata encoding", "Client-side consequences". */
const METADATA = /^svc\.(observation|trace)\.metadata(\.|$)/;
/** The same by the constants of `SvcOtelSpanAttributes`. */
const CONSTANT = /\bSvcOtelSpanAttributes\.(OBSERVATION|TRACE)_METADATA$/;

const DECODER = "decodedMetadata";
/** Function that the codemod adds to a file which reads metadata: a processor must not throw for an attribute of another origin. */
const DECODER_CODE = (
  isTypeScript: boolean,
): string => `/** Returns the value of a metadata attribute, which is JSON. */
function ${DECODER}(attribute${isTypeScript ? ": unknown" : ""})${isTypeScript ? ": any" : ""} {
  if (typeof attribute !== "string") return attribute;
  try {
    return JSON.parse(attribute);
  } catch {
    return attribute;
  }
}`;

/** Calls whose arguments are encoded or decoded already. */
const CODING = new RegExp(`^(JSON\\.(parse|stringify)|${DECODER})$`);

const LEFT = "decode what is read with JSON.parse, and encode what is written with JSON.stringify";

/**
 * Rewrites raw readers and writers of metadata attributes, as custom processors and exporters have them, and lists what looks for such
 * attributes by their prefix.
 */
export function rewriteEncodedMetadata(checker: ts.TypeChecker, edits: SourceEdits): void {
  const visit = (node: ts.Node): void => {
    if (ts.isElementAccessExpression(node) && isKey(checker, node.argumentExpression)) rewriteAccess(edits, node);
    else if (ts.isCallExpression(node) && isAttributeSetter(checker, node)) encode(edits, node.arguments[1]!);
    else if (ts.isPropertyAssignment(node) && isKeyOfProperty(checker, node.name)) encode(edits, node.initializer);
    else if (isKeyText(node) && !isHandled(node)) edits.leave(node, LEFT, node.parent.getText());
    ts.forEachChild(node, visit);
  };
  visit(edits.file);
}

function rewriteAccess(edits: SourceEdits, access: ts.ElementAccessExpression): void {
  const { parent } = access;
  if (ts.isDeleteExpression(parent) || isCoded(access)) return;
  if (ts.isBinaryExpression(parent) && parent.left === access && isAssignment(parent.operatorToken.kind)) {
    if (parent.operatorToken.kind === ts.SyntaxKind.EqualsToken) encode(edits, parent.right);
    else edits.leave(access, LEFT, parent.getText());
    return;
  }
  if (isPresenceCheck(parent)) return;
  const continuesChain =
    (ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)) && parent.expression === access;
  if (continuesChain && ts.isOptionalChain(access) && parent.questionDotToken === undefined) {
    edits.leave(access, LEFT, parent.getText());
    return;
  }
  edits.surround(access, `${DECODER}(`, ")");
  const isTypeScript = /\.[cm]?tsx?$/.test(edits.file.fileName);
  if (!new RegExp(`\\bfunction ${DECODER}\\b`).test(edits.file.text)) edits.end(DECODER_CODE(isTypeScript));
}

const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

/** Says whether an attribute is only compared with nothing, which decoding does not change. */
function isPresenceCheck(parent: ts.Node): boolean {
  return ts.isBinaryExpression(parent) && [parent.left, parent.right].some(isNothing);
}

const isNothing = (node: ts.Node): boolean =>
  node.kind === ts.SyntaxKind.NullKeyword || (ts.isIdentifier(node) && node.text === "undefined");

function encode(edits: SourceEdits, value: ts.Expression): void {
  if (isNothing(value) || (ts.isCallExpression(value) && CODING.test(value.expression.getText()))) return;
  edits.surround(value, "JSON.stringify(", ")");
}

/** Says whether a node stands in the arguments of a call that decodes or encodes. */
function isCoded(node: ts.Node): boolean {
  for (let at = node.parent; at !== undefined && !ts.isStatement(at) && !ts.isFunctionLike(at); at = at.parent) {
    if (ts.isCallExpression(at) && CODING.test(at.expression.getText())) return true;
  }
  return false;
}

function isAttributeSetter(
  checker: ts.TypeChecker,
  { expression, arguments: [key, value] }: ts.CallExpression,
): boolean {
  return (
    ts.isPropertyAccessExpression(expression) &&
    expression.name.text === "setAttribute" &&
    key !== undefined &&
    value !== undefined &&
    isKey(checker, key)
  );
}

function isKeyOfProperty(checker: ts.TypeChecker, name: ts.PropertyName): boolean {
  return ts.isStringLiteral(name)
    ? METADATA.test(name.text)
    : ts.isComputedPropertyName(name) && isKey(checker, name.expression);
}

/** Says whether an expression is the name of a metadata attribute: a text, a text with parts, or a constant of either. */
function isKey(checker: ts.TypeChecker, key: ts.Expression): boolean {
  if (ts.isStringLiteralLike(key)) return METADATA.test(key.text);
  if (ts.isTemplateExpression(key)) {
    const [first] = key.templateSpans;
    return METADATA.test(key.head.text) || (key.head.text === "" && CONSTANT.test(first!.expression.getText()));
  }
  if (ts.isBinaryExpression(key) && key.operatorToken.kind === ts.SyntaxKind.PlusToken) return isKey(checker, key.left);
  if (ts.isPropertyAccessExpression(key)) return CONSTANT.test(key.getText());
  if (!ts.isIdentifier(key)) return false;
  const declaration = checker.getSymbolAtLocation(key)?.valueDeclaration;
  return (
    declaration !== undefined &&
    ts.isVariableDeclaration(declaration) &&
    (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0 &&
    declaration.initializer !== undefined &&
    isKey(checker, declaration.initializer)
  );
}

function isKeyText(node: ts.Node): node is ts.Expression {
  if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) return METADATA.test(node.text);
  return ts.isPropertyAccessExpression(node) && CONSTANT.test(node.getText());
}

/** Says whether the name of an attribute stands where it is rewritten, or in a function that decodes or encodes already. */
function isHandled(node: ts.Node): boolean {
  for (let at = node; at.parent !== undefined; at = at.parent) {
    const { parent } = at;
    if (ts.isElementAccessExpression(parent) && parent.argumentExpression === at) return true;
    if (ts.isPropertyAssignment(parent) && parent.name === at) return true;
    if (ts.isVariableDeclaration(parent) || ts.isLiteralTypeNode(parent)) return true;
    if (
      ts.isCallExpression(parent) &&
      parent.arguments[0] === at &&
      parent.expression.getText().endsWith(".setAttribute")
    )
      return true;
    if (ts.isFunctionLike(parent) && !ts.isArrowFunction(parent))
      return /JSON\.|decodedMetadata/.test(parent.getText());
  }
  return /JSON\.(parse|stringify)/.test(node.getSourceFile().text);
}
