import ts from "typescript";

/** Form in which code takes a name out of a package. */
type Form = "import" | "export" | "element" | "member" | "mock" | "augmentation";

/** Name that a file takes out of a package. */
export interface TakenName {
  readonly module: string;
  /** The name as the package has it. */
  readonly node: ts.Identifier | ts.StringLiteral;
  readonly form: Form;
}

/** Functions whose first argument names a module, and which return it or a promise of it. */
const LOADERS: ReadonlySet<string> = new Set([
  "require",
  "importActual",
  "importMock",
  "requireActual",
  "requireMock",
  "importOriginal",
]);

/** Methods of the promise of a module. */
const OF_PROMISES: ReadonlySet<string> = new Set(["then", "catch", "finally"]);

/** Functions of test runners whose second argument takes the place of the module that the first one names. */
const MOCKS: ReadonlySet<string> = new Set(["mock", "doMock", "unstable_mockModule", "setMock", "module"]);

/**
 * Returns the names that a file takes out of packages: by `import` and `export`, `require`, `import()` with and without a variable, in
 * mocks of these modules, and in `declare module`.
 *
 * @param isWanted - Says whether a package is one of those that are looked for.
 */
export function takenNames(file: ts.SourceFile, isWanted: (module: string) => boolean): TakenName[] {
  return new ModuleNames(file, isWanted).taken;
}

class ModuleNames {
  readonly taken: TakenName[] = [];
  /** Variables that hold a whole package, by name. */
  readonly #holders = new Map<string, string>();
  readonly #isWanted: (module: string) => boolean;

  constructor(file: ts.SourceFile, isWanted: (module: string) => boolean) {
    this.#isWanted = isWanted;
    const visit = (look: (node: ts.Node) => void) => {
      const each = (node: ts.Node): void => {
        look(node);
        ts.forEachChild(node, each);
      };
      each(file);
    };
    visit((node) => this.#hold(node));
    visit((node) => this.#take(node));
  }

  #hold(node: ts.Node): void {
    if (ts.isImportDeclaration(node)) {
      const module = this.#wanted(node.moduleSpecifier);
      const bindings = node.importClause?.namedBindings;
      if (module !== undefined && bindings !== undefined && ts.isNamespaceImport(bindings)) {
        this.#holders.set(bindings.name.text, module);
      }
    } else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      const module = this.#wanted(node.moduleReference.expression);
      if (module !== undefined) this.#holders.set(node.name.text, module);
    } else if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const module = this.#moduleOf(node.initializer);
      if (module !== undefined) this.#holders.set(node.name.text, module);
    } else {
      const then = this.#parameterOfThen(node);
      if (then !== undefined && ts.isIdentifier(then.name)) this.#holders.set(then.name.text, then.module);
    }
  }

  #take(node: ts.Node): void {
    if (ts.isImportDeclaration(node)) {
      const bindings = node.importClause?.namedBindings;
      if (bindings !== undefined && ts.isNamedImports(bindings)) {
        this.#takeAll(node.moduleSpecifier, bindings.elements, "import");
      }
    } else if (ts.isExportDeclaration(node) && node.exportClause && ts.isNamedExports(node.exportClause)) {
      this.#takeAll(node.moduleSpecifier, node.exportClause.elements, "export");
    } else if (ts.isVariableDeclaration(node)) {
      this.#takeElements(this.#moduleOf(node.initializer), node.name);
    } else if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.name) && !OF_PROMISES.has(node.name.text)) {
      this.#add(this.#moduleOf(node.expression), node.name, "member");
    } else if (ts.isElementAccessExpression(node) && ts.isStringLiteral(node.argumentExpression)) {
      this.#add(this.#moduleOf(node.expression), node.argumentExpression, "member");
    } else if (ts.isQualifiedName(node) && ts.isIdentifier(node.left)) {
      this.#add(this.#holders.get(node.left.text), node.right, "member");
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      this.#add(this.#wanted(node.argument.literal), firstOf(node.qualifier), "member");
    } else if (ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name)) {
      this.#takeAugmentation(node);
    } else if (ts.isCallExpression(node)) {
      this.#takeMock(node);
      const then = this.#parameterOfThen(node);
      if (then !== undefined) this.#takeElements(then.module, then.name);
    }
  }

  #takeAll(
    specifier: ts.Expression | undefined,
    elements: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[],
    form: Form,
  ): void {
    const module = this.#wanted(specifier);
    for (const { name, propertyName = name } of elements) this.#add(module, propertyName, form);
  }

  #takeElements(module: string | undefined, name: ts.BindingName): void {
    if (module === undefined || !ts.isObjectBindingPattern(name)) return;
    for (const { name: variable, propertyName = variable, dotDotDotToken } of name.elements) {
      if (dotDotDotToken === undefined && (ts.isIdentifier(propertyName) || ts.isStringLiteral(propertyName))) {
        this.#add(module, propertyName, "element");
      }
    }
  }

  #takeAugmentation({ name, body }: ts.ModuleDeclaration): void {
    const module = this.#wanted(name);
    if (module === undefined || body === undefined || !ts.isModuleBlock(body)) return;
    for (const statement of body.statements) {
      if (ts.isInterfaceDeclaration(statement) || ts.isClassDeclaration(statement)) {
        this.#add(module, statement.name, "augmentation");
      }
    }
  }

  #takeMock(call: ts.CallExpression): void {
    const module = this.#mockedBy(call);
    if (module === undefined) return;
    for (const { properties } of objectsOf(call.arguments[1])) {
      for (const property of properties) {
        const { name } = property;
        if (name && (ts.isIdentifier(name) || ts.isStringLiteral(name))) this.#add(module, name, "mock");
        // The test runner of Node.js has the names one level below.
        if (!ts.isPropertyAssignment(property) || property.name.getText() !== "namedExports") continue;
        for (const { properties: inner } of objectsOf(property.initializer)) {
          for (const { name: key } of inner) if (key && ts.isIdentifier(key)) this.#add(module, key, "mock");
        }
      }
    }
  }

  #add(module: string | undefined, node: ts.ModuleExportName | undefined, form: Form): void {
    if (module !== undefined && node !== undefined) this.taken.push({ module, node, form });
  }

  /** Returns the module that a call of a test runner replaces. */
  #mockedBy({ expression, arguments: [what] }: ts.CallExpression): string | undefined {
    if (!ts.isPropertyAccessExpression(expression) || !MOCKS.has(expression.name.text)) return undefined;
    return this.#wanted(what) ?? this.#moduleOf(what);
  }

  /** Returns the package that an expression is, or is a promise of. */
  #moduleOf(expression: ts.Expression | undefined): string | undefined {
    const at = expression && withoutWrapping(expression);
    if (at === undefined) return undefined;
    if (ts.isIdentifier(at)) return this.#holders.get(at.text);
    if (!ts.isCallExpression(at)) return undefined;
    const { expression: callee, arguments: args } = at;
    const isImport = callee.kind === ts.SyntaxKind.ImportKeyword;
    if (isImport || LOADERS.has(lastNameOf(callee))) return this.#wanted(args[0]) ?? this.#originalOf(at);
    return this.#originalOf(at);
  }

  /** Returns the mocked module for the call of a factory's parameter, which loads it. */
  #originalOf({ expression }: ts.CallExpression): string | undefined {
    if (!ts.isIdentifier(expression)) return undefined;
    for (let at: ts.Node = expression; at.parent !== undefined; at = at.parent) {
      const { parent } = at;
      if (!ts.isCallExpression(parent) || parent.arguments[1] !== at) continue;
      const isParameter = ts.isFunctionLike(at) && at.parameters.some(({ name }) => name.getText() === expression.text);
      if (isParameter) return this.#mockedBy(parent);
    }
    return undefined;
  }

  #parameterOfThen(node: ts.Node): { readonly module: string; readonly name: ts.BindingName } | undefined {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
    if (node.expression.name.text !== "then") return undefined;
    const module = this.#moduleOf(node.expression.expression);
    const [callback] = node.arguments;
    if (module === undefined || callback === undefined || !ts.isFunctionLike(callback)) return undefined;
    const [parameter] = callback.parameters;
    return parameter && { module, name: parameter.name };
  }

  #wanted(specifier: ts.Node | undefined): string | undefined {
    if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return undefined;
    return this.#isWanted(specifier.text) ? specifier.text : undefined;
  }
}

function firstOf(name: ts.EntityName | undefined): ts.Identifier | undefined {
  return name !== undefined && ts.isQualifiedName(name) ? firstOf(name.left) : name;
}

function lastNameOf(callee: ts.Expression): string {
  if (ts.isIdentifier(callee)) return callee.text;
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : "";
}

function withoutWrapping(expression: ts.Expression): ts.Expression {
  let at = expression;
  while (
    ts.isParenthesizedExpression(at) ||
    ts.isAwaitExpression(at) ||
    ts.isAsExpression(at) ||
    ts.isNonNullExpression(at) ||
    ts.isSatisfiesExpression(at)
  ) {
    at = at.expression;
  }
  return at;
}

function objectsOf(expression: ts.Expression | undefined): ts.ObjectLiteralExpression[] {
  const at = expression && withoutWrapping(expression);
  if (at === undefined) return [];
  if (ts.isObjectLiteralExpression(at)) return [at];
  if (!ts.isArrowFunction(at) && !ts.isFunctionExpression(at)) return [];
  if (!ts.isBlock(at.body)) return objectsOf(at.body);
  return at.body.statements.flatMap((statement) =>
    ts.isReturnStatement(statement) ? objectsOf(statement.expression) : [],
  );
}
