import { MagicString } from "magic-string";
import ts from "typescript";
import { ADVICE, isPackage, MARK, OTHER_PACKAGES, ownName } from "./langfuse-packages.ts";
import { isOfService, NO_EQUAL, ownVariable, VARIABLE, withOwnVariables } from "./langfuse-variables.ts";
import { takenNames, type TakenName } from "./module-names.ts";
import { ADDRESS_ADVICE, KEY_ADVICE, originAdvice } from "./origin.ts";
import { type Left, shortened } from "./source-edits.ts";

/** Attributes of spans. */
const ATTRIBUTE =
  /^langfuse\.(?=(?:observation|trace|experiment|internal|session|user)\.|(?:environment|release|version)$)/;

/** Keys of the metadata of a call that name its user, session, tags and prompt. */
const METADATA_KEY = /^langfuse(?=(?:UserId|SessionId|Tags|Prompt)$)/;

/** Text of a file under our names. */
export interface Renamed {
  readonly text: string;
  readonly left: readonly Left[];
}

/** Rewrites the names of Langfuse in a source file. The number of its lines stays. */
export function renameSource(path: string, text: string): Renamed {
  if (!/langfuse|[ps]k-lf-/i.test(text)) return { text, left: [] };
  return new Renaming(ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)).run(path);
}

class Renaming {
  readonly #file: ts.SourceFile;
  readonly #text: MagicString;
  /** Names that are imported, and that have `Langfuse` in them. */
  readonly #names = new Set<string>();
  /** Names that are taken out of these packages, by their nodes. */
  readonly #taken: ReadonlyMap<ts.Node, TakenName>;
  readonly #left: Array<{ node: ts.Node; replacement: string }> = [];

  constructor(file: ts.SourceFile) {
    this.#file = file;
    this.#text = new MagicString(file.text);
    this.#taken = new Map(takenNames(file, isPackage).map((name) => [name.node, name]));
  }

  run(path: string): Renamed {
    this.#visit((node) => this.#collect(node));
    for (const { node, form } of this.#taken.values()) {
      const isVariable = form === "import" || form === "element";
      if (isVariable && ownName(node.text) !== node.text && !hasOtherName(node.parent)) this.#names.add(node.text);
    }
    // The old name stays as an alias where the new one is taken.
    this.#visit((node) => {
      if (!ts.isIdentifier(node)) return;
      for (const name of this.#names) if (node.text === ownName(name)) this.#aliased.add(name);
    });
    this.#visit((node) => this.#rename(node));
    const left = this.#left.map(({ node, replacement }) => ({
      file: path,
      line: this.#file.getLineAndCharacterOfPosition(node.getStart(this.#file)).line + 1,
      code: shortened(node.getText(this.#file)),
      replacement,
    }));
    return { text: this.#text.toString(), left };
  }

  readonly #aliased = new Set<string>();

  #visit(look: (node: ts.Node) => void): void {
    const visit = (node: ts.Node): void => {
      look(node);
      ts.forEachChild(node, visit);
    };
    visit(this.#file);
  }

  #collect(node: ts.Node): void {
    if (!ts.isStringLiteral(node)) return;
    if (!isPackage(node.text)) {
      if (OTHER_PACKAGES.test(node.text) && isSpecifier(node)) this.#left.push({ node, replacement: ADVICE });
      return;
    }
    this.#replace(node.getStart(this.#file) + 1, node.getEnd() - 1, ownName(node.text));
  }

  #rename(node: ts.Node): void {
    if (ts.isStringLiteral(node) && this.#taken.has(node)) this.#replaceText(node, ownName(node.text));
    else if (ts.isStringLiteralLike(node)) this.#renameText(node);
    else if (ts.isTemplateHead(node)) this.#renameHead(node);
    else if (ts.isIdentifier(node)) this.#renameIdentifier(node);
  }

  #renameText(node: ts.StringLiteralLike): void {
    const advice = originAdvice(node.text) ?? adviceForDefault(node);
    if (advice !== undefined) this.#left.push({ node, replacement: advice });
    else if (/^LANGFUSE_[A-Z0-9_]+$/.test(node.text) && ownVariable(node.text) === undefined) {
      this.#left.push({ node, replacement: NO_EQUAL });
    }
    const name = withOwnVariables(node.text.replace(ATTRIBUTE, "svc.").replace(METADATA_KEY, "svc"));
    if (name !== node.text && !isPackage(node.text)) this.#replaceText(node, name);
  }

  #replaceText(node: ts.StringLiteralLike, text: string): void {
    // A text with escapes has another length.
    const isPlain = node.text.length === node.getEnd() - node.getStart(this.#file) - 2;
    if (isPlain && text !== node.text) this.#replace(node.getStart(this.#file) + 1, node.getEnd() - 1, text);
  }

  #renameHead(node: ts.TemplateHead): void {
    const advice = originAdvice(node.text);
    if (advice !== undefined) this.#left.push({ node, replacement: advice });
    if (!ATTRIBUTE.test(node.text)) return;
    const start = node.getStart(this.#file) + 1;
    this.#replace(start, start + "langfuse.".length, "svc.");
  }

  #renameIdentifier(node: ts.Identifier): void {
    const { parent, text } = node;
    const key = withOwnVariables(text).replace(METADATA_KEY, "svc");
    const taken = this.#taken.get(node);
    if (taken !== undefined) this.#renameTaken(node, taken);
    else if (key !== text) this.#renameKey(node, key);
    else if (VARIABLE_NAME.test(text) && (isMemberName(node) || ts.isBindingElement(parent)))
      this.#left.push({ node, replacement: NO_EQUAL });
    else if (MARK.test(text) || this.#names.has(text)) {
      if (ts.isExportSpecifier(parent)) this.#renameExport(node, parent);
      else if (this.#names.has(text) && !this.#aliased.has(text) && !isMemberName(node)) {
        const isShort = ts.isShorthandPropertyAssignment(parent);
        this.#replaceNode(node, isShort ? `${text}: ${ownName(text)}` : ownName(text));
      }
    }
  }

  #renameTaken(node: ts.Identifier, { form }: TakenName): void {
    const { parent, text } = node;
    if (ownName(text) === text) return;
    if (ts.isImportSpecifier(parent) || ts.isBindingElement(parent)) this.#renameImport(node, parent);
    else if (ts.isExportSpecifier(parent)) this.#renameExport(node, parent);
    else if (form === "mock" && ts.isShorthandPropertyAssignment(parent)) {
      const value = this.#names.has(text) && !this.#aliased.has(text) ? ownName(text) : text;
      this.#replaceNode(node, `${ownName(text)}: ${value}`);
    } else this.#replaceNode(node, ownName(text));
  }

  /** Renames what is read by its key: a variable of the environment, or a key of metadata. */
  #renameKey(node: ts.Identifier, key: string): void {
    const { parent } = node;
    const isKey = isMemberName(node) || (ts.isBindingElement(parent) && parent.propertyName === node);
    if (isKey) this.#replaceNode(node, key);
    else if (ts.isShorthandPropertyAssignment(parent) || (ts.isBindingElement(parent) && !parent.propertyName)) {
      this.#replaceNode(node, `${key}: ${node.text}`);
    }
  }

  #renameImport(node: ts.Identifier, parent: ts.ImportSpecifier | ts.BindingElement): void {
    const isAlias = parent.propertyName === undefined && this.#aliased.has(node.text);
    const as = ts.isImportSpecifier(parent) ? " as " : ": ";
    this.#replaceNode(node, isAlias ? ownName(node.text) + as + node.text : ownName(node.text));
  }

  /** Exports of a file keep their names: others import them. */
  #renameExport(node: ts.Identifier, parent: ts.ExportSpecifier): void {
    const from = parent.parent.parent.moduleSpecifier;
    const isOurs = from === undefined ? this.#names.has(node.text) : ts.isStringLiteral(from) && isPackage(from.text);
    if (!isOurs || (from === undefined && this.#aliased.has(node.text))) return;
    if (parent.propertyName === node) this.#replaceNode(node, ownName(node.text));
    else if (parent.propertyName === undefined) this.#replaceNode(node, `${ownName(node.text)} as ${node.text}`);
  }

  #replaceNode(node: ts.Node, text: string): void {
    this.#replace(node.getStart(this.#file), node.getEnd(), text);
  }

  #replace(from: number, to: number, text: string): void {
    this.#text.update(from, to, text);
  }
}

/** Name of a variable of Langfuse. */
const VARIABLE_NAME = new RegExp(`^${VARIABLE.source}$`);

/** Returns true for an import or element that gives the name another one here. */
function hasOtherName(node: ts.Node): boolean {
  return (ts.isImportSpecifier(node) || ts.isBindingElement(node)) && node.propertyName !== undefined;
}

/** Settings of the client and the processor that belong to a service. */
const SETTINGS: ReadonlySet<string> = new Set(["baseUrl", "publicKey", "secretKey"]);

/**
 * Returns what to put in the place of a text that is the default of a variable of the service, as in
 * `process.env.LANGFUSE_BASE_URL ?? "…"`, or the option of a client of Langfuse.
 */
function adviceForDefault(node: ts.StringLiteralLike): string | undefined {
  const { parent } = node;
  if (node.text === "") return undefined;
  if (ts.isBinaryExpression(parent) && parent.right === node) {
    const name = [...parent.left.getText().matchAll(VARIABLE)].map(([found]) => found).find(isOfService);
    return name && (name.endsWith("_KEY") ? KEY_ADVICE : ADDRESS_ADVICE);
  }
  if (!ts.isPropertyAssignment(parent) || !SETTINGS.has(parent.name.getText())) return undefined;
  const call = parent.parent.parent;
  if (!ts.isNewExpression(call) || !MARK.test(call.expression.getText())) return undefined;
  return parent.name.getText() === "baseUrl" ? ADDRESS_ADVICE : KEY_ADVICE;
}

/** Returns true for a text that names a module. */
function isSpecifier({ parent }: ts.StringLiteral): boolean {
  return ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isCallExpression(parent);
}

/** Returns true for the name of a member or property, which is not a reference. */
function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isPropertySignature(parent) && parent.name === node) ||
    (ts.isQualifiedName(parent) && parent.right === node) ||
    (ts.isMethodDeclaration(parent) && parent.name === node)
  );
}
