import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import ts from "typescript";
import { DECLARATIONS } from "./generation-5.ts";

/** Source files, by their endings. */
const SOURCES: ReadonlySet<string> = new Set([".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"]);

/** Folders of what is installed, built or generated. */
const SKIPPED: ReadonlySet<string> = new Set(["node_modules", "dist", "build", "out", "coverage", "vendor"]);

/** Folders that begin with a dot, and hold settings of pipelines and machines. */
const HIDDEN: ReadonlySet<string> = new Set([".github", ".circleci", ".buildkite", ".devcontainer"]);

/** Largest source file that is read, in bytes: a larger one is a bundle. */
const LARGEST = 2 ** 20;

/** Path of the declarations of generation 5, which exist only in memory. */
const GENERATION_5 = "/@svc/generation-5.d.ts";

/** Files of a project, as absolute paths: those with code, and all others of a reasonable size. */
export interface ProjectFiles {
  readonly sources: readonly string[];
  readonly others: readonly string[];
}

/** Lists the files of a project; of folders whose name begins with a dot those with settings of pipelines only, and none of what is installed or built. */
export function projectFiles(root: string): ProjectFiles {
  const files: { sources: string[]; others: string[] } = { sources: [], others: [] };
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        const isHidden = entry.name.startsWith(".") && !HIDDEN.has(entry.name);
        if (!SKIPPED.has(entry.name) && !isHidden) walk(path);
      } else if (entry.isFile() && statSync(path).size <= LARGEST) {
        (SOURCES.has(extname(path)) ? files.sources : files.others).push(path);
      }
    }
  };
  walk(root);
  return files;
}

/**
 * Compiles the project's files against the declarations of generation 5. No installed package is read: what comes from one is `any`.
 * Settings of the project's `tsconfig.json` count where they say how its files find each other.
 *
 * @param textOf - Returns the text of a source file, where it is not the one on disk.
 */
export function compileProject(
  root: string,
  sources: readonly string[],
  textOf: (path: string) => string | undefined,
): ts.Program {
  const { paths, baseUrl, jsx = ts.JsxEmit.Preserve } = projectOptions(root);
  const options: ts.CompilerOptions = {
    ...(paths && { paths }),
    ...(baseUrl !== undefined && { baseUrl }),
    jsx,
    noEmit: true,
    allowJs: true,
    strict: true,
    noImplicitAny: false,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    types: [],
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options, true);
  const disk = { ...host };
  host.fileExists = (file) => file === GENERATION_5 || disk.fileExists(file);
  host.getSourceFile = (file, ...rest) =>
    file === GENERATION_5
      ? ts.createSourceFile(file, DECLARATIONS, ts.ScriptTarget.ESNext, true)
      : sourceOf(file, textOf(file), () => disk.getSourceFile(file, ...rest));
  host.resolveModuleNameLiterals = (literals, containing) =>
    literals.map(({ text }) => {
      if (text.startsWith("@svc/")) {
        return { resolvedModule: { resolvedFileName: GENERATION_5, extension: ts.Extension.Dts } };
      }
      const { resolvedModule } = ts.resolveModuleName(text, containing, options, host);
      return { resolvedModule: resolvedModule?.isExternalLibraryImport ? undefined : resolvedModule };
    });
  return ts.createProgram({ rootNames: [...sources], options, host });
}

function sourceOf(
  file: string,
  text: string | undefined,
  onDisk: () => ts.SourceFile | undefined,
): ts.SourceFile | undefined {
  return text === undefined ? onDisk() : ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true);
}

function projectOptions(root: string): ts.CompilerOptions {
  const file = join(root, "tsconfig.json");
  const { config } = ts.readConfigFile(file, (path) => {
    try {
      return readFileSync(path, "utf8");
    } catch {
      return undefined;
    }
  }) as { config?: unknown };
  if (config === undefined) return {};
  const host: ts.ParseConfigHost = { ...ts.sys, readDirectory: () => [] };
  return ts.parseJsonConfigFileContent(config, host, root).options;
}

/** Says whether a declaration is one of generation 5. */
export function isOfGeneration5(declaration: ts.Node): boolean {
  return declaration.getSourceFile().fileName === GENERATION_5;
}
