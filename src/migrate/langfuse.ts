import { basename } from "node:path";
import { MagicString } from "magic-string";
import ts from "typescript";
import { type Left, shortened } from "./source-edits.ts";

/** Packages of Langfuse that have the shapes of generation 5. */
const PACKAGES: ReadonlySet<string> = new Set(["client", "core", "langchain", "openai", "otel", "tracing"]);

/** Beginnings of names, by what they become. They are replaced in names that come from one of these packages alone. */
const MARK = /Langfuse/;

/** Packages of version 3, and others, whose calls have another shape. */
const OTHER_PACKAGES = /^(?:langfuse(?:-core|-langchain|-node|-vercel)?|@langfuse\/[\w-]+)$/;

/** Variables that both read. */
const VARIABLE =
  /\bLANGFUSE_(?=(?:PUBLIC_KEY|SECRET_KEY|BASE_?URL|TIMEOUT|FLUSH_AT|FLUSH_INTERVAL|DEBUG|LOG_LEVEL|RELEASE|TRACING_ENVIRONMENT|MEDIA_UPLOAD_ENABLED)\b)/g;

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

/** Rewrites the names of Langfuse in a file that is not code: variables, and packages with their versions. */
export function renameConfiguration(path: string, text: string): Renamed {
  const renamed = text.replaceAll(VARIABLE, "SVC_");
  if (basename(path) !== "package.json") return { text: renamed, left: [] };
  const left: Left[] = [];
  const lines = renamed.split("\n").map((line, index) => {
    const [, before, name = "", between, after] = /^(\s*")([^"]+)("\s*:\s*")[^"]*(".*)$/.exec(line) ?? [];
    if (name.startsWith("@langfuse/") && PACKAGES.has(name.slice("@langfuse/".length))) {
      return `${before}${ownName(name)}${between}^6.0.0${after}`;
    }
    if (OTHER_PACKAGES.test(name)) left.push({ file: path, line: index + 1, code: line.trim(), replacement: ADVICE });
    return line;
  });
  return { text: lines.join("\n"), left };
}

const ADVICE = "the preload, or @svc/tracing: docs/migrate-from-langfuse.md";

/** Rewrites the names of Langfuse in a source file. The number of its lines stays. */
export function renameSource(path: string, text: string): Renamed {
  if (!/langfuse/i.test(text)) return { text, left: [] };
  return new Renaming(ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)).run(path);
}

const ownName = (name: string): string => name.replace("@langfuse/", "@svc/").replace(MARK, "Svc");

/** Renaming of one source file. */
class Renaming {
  readonly #file: ts.SourceFile;
  readonly #text: MagicString;
  /** Names that are imported, and that have `Langfuse` in them. */
  readonly #names = new Set<string>();
  /** Names of variables that hold a whole package. */
  readonly #packages = new Set<string>();
  readonly #left: Array<{ node: ts.Node; replacement: string }> = [];

  constructor(file: ts.SourceFile) {
    this.#file = file;
    this.#text = new MagicString(file.text);
  }

  run(path: string): Renamed {
    this.#visit((node) => this.#collect(node));
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
    const { parent } = node;
    const { parent: owner } = parent;
    if (ts.isImportDeclaration(parent)) this.#collectImport(parent.importClause);
    else if (ts.isCallExpression(parent)) {
      const holder = ts.isAwaitExpression(owner) ? owner.parent : owner;
      if (ts.isVariableDeclaration(holder)) this.#collectBinding(holder.name);
    }
  }

  #collectImport(clause: ts.ImportClause | undefined): void {
    const bindings = clause?.namedBindings;
    if (bindings === undefined) return;
    if (ts.isNamespaceImport(bindings)) {
      this.#packages.add(bindings.name.text);
      return;
    }
    for (const { name, propertyName } of bindings.elements) {
      if (propertyName === undefined && MARK.test(name.text)) this.#names.add(name.text);
    }
  }

  #collectBinding(name: ts.BindingName): void {
    if (ts.isIdentifier(name)) this.#packages.add(name.text);
    else if (ts.isObjectBindingPattern(name)) {
      for (const { name: variable, propertyName } of name.elements) {
        if (propertyName === undefined && ts.isIdentifier(variable) && MARK.test(variable.text)) {
          this.#names.add(variable.text);
        }
      }
    }
  }

  #rename(node: ts.Node): void {
    if (ts.isStringLiteralLike(node)) this.#renameText(node);
    else if (ts.isTemplateHead(node)) this.#renameHead(node);
    else if (ts.isIdentifier(node)) this.#renameIdentifier(node);
  }

  #renameText(node: ts.StringLiteralLike): void {
    const name = node.text.replace(ATTRIBUTE, "svc.").replace(METADATA_KEY, "svc").replace(VARIABLE, "SVC_");
    const isWhole = name !== node.text && node.text.length === node.getEnd() - node.getStart(this.#file) - 2;
    if (isWhole && !isPackage(node.text)) this.#replace(node.getStart(this.#file) + 1, node.getEnd() - 1, name);
  }

  #renameHead(node: ts.TemplateHead): void {
    if (!ATTRIBUTE.test(node.text)) return;
    const start = node.getStart(this.#file) + 1;
    this.#replace(start, start + "langfuse.".length, "svc.");
  }

  #renameIdentifier(node: ts.Identifier): void {
    const { parent, text } = node;
    const key = text.replace(VARIABLE, "SVC_").replace(METADATA_KEY, "svc");
    if (key !== text) this.#renameKey(node, key);
    else if (MARK.test(text)) {
      if (ts.isImportSpecifier(parent) || isElementOfPackage(parent)) this.#renameImport(node, parent);
      else if (ts.isExportSpecifier(parent)) this.#renameExport(node, parent);
      else if (isMemberOf(node, this.#packages)) this.#replaceNode(node, ownName(text));
      else if (this.#names.has(text) && !this.#aliased.has(text) && !isMemberName(node)) {
        const isShort = ts.isShorthandPropertyAssignment(parent);
        this.#replaceNode(node, isShort ? `${text}: ${ownName(text)}` : ownName(text));
      }
    }
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
    const isOurs = ts.isImportSpecifier(parent) ? isPackage(specifierOf(parent)) : true;
    if (!isOurs || (parent.propertyName !== undefined && parent.propertyName !== node)) return;
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

function isPackage(name: string): boolean {
  return name.startsWith("@langfuse/") && PACKAGES.has(name.slice("@langfuse/".length));
}

/** Returns true for a text that names a module. */
function isSpecifier({ parent }: ts.StringLiteral): boolean {
  return ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isCallExpression(parent);
}

function specifierOf(specifier: ts.ImportSpecifier): string {
  const { moduleSpecifier } = specifier.parent.parent.parent as ts.ImportDeclaration;
  return ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "";
}

/** Returns true for a name that is taken out of a package: `const { LangfuseClient } = require("@langfuse/client")`. */
function isElementOfPackage(node: ts.Node): node is ts.BindingElement {
  if (!ts.isBindingElement(node) || !ts.isVariableDeclaration(node.parent.parent)) return false;
  const given = node.parent.parent.initializer;
  const call = given !== undefined && ts.isAwaitExpression(given) ? given.expression : given;
  if (call === undefined || !ts.isCallExpression(call)) return false;
  const [module] = call.arguments;
  return module !== undefined && ts.isStringLiteral(module) && isPackage(module.text);
}

/** Returns true for a member of a variable that holds a package, and for a type of an import in place. */
function isMemberOf(node: ts.Identifier, packages: ReadonlySet<string>): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    return ts.isIdentifier(parent.expression) && packages.has(parent.expression.text);
  }
  if (ts.isQualifiedName(parent) && parent.right === node) {
    return ts.isIdentifier(parent.left) && packages.has(parent.left.text);
  }
  if (!ts.isImportTypeNode(parent) || !ts.isLiteralTypeNode(parent.argument)) return false;
  return ts.isStringLiteral(parent.argument.literal) && isPackage(parent.argument.literal.text);
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
