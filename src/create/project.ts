import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Fields of a `package.json` that decide what changes. */
export interface Manifest {
  readonly type?: string;
  readonly main?: string;
  readonly packageManager?: string;
  readonly engines?: { readonly node?: string };
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export type PackageManager = "npm" | "pnpm" | "yarn" | "bun";

/** Frameworks that need steps of their own. `node` is every other application on Node, such as one on Express. */
export type Framework = "next" | "nest" | "lambda" | "node";

/** Project as it is on disk. */
export interface Project {
  /** Absolute path of the folder with the `package.json`. */
  readonly folder: string;
  readonly manifest: Manifest;
  readonly framework: Framework;
  readonly packageManager: PackageManager;
  readonly isTypeScript: boolean;
  /** True when a `.js` file is an ES module. */
  readonly isModule: boolean;
  /** Names of the files and folders at the top. */
  readonly names: readonly string[];
  /** Returns the text of a file, by its path from the top; undefined without the file. */
  readonly read: (path: string) => string | undefined;
  /** Returns true for a package that the project lists, as a dependency of any kind. */
  readonly has: (name: string) => boolean;
}

/** Error whose message says what to do. */
export class ProjectProblem extends Error {}

const LOCK_FILES: Readonly<Record<string, PackageManager>> = {
  "pnpm-lock.yaml": "pnpm",
  "yarn.lock": "yarn",
  "bun.lock": "bun",
  "bun.lockb": "bun",
  "package-lock.json": "npm",
  "npm-shrinkwrap.json": "npm",
};

/** Files that only a project with functions on AWS Lambda has. */
const LAMBDA_FILES = /^(?:serverless\.(?:ya?ml|json|[jt]s)|samconfig\.(?:toml|ya?ml))$/;

/**
 * Reads what a folder says about its project.
 *
 * @throws ProjectProblem without a `package.json` that can be read.
 */
export function readProject(path: string): Project {
  const folder = resolve(path);
  const read = (file: string): string | undefined => readText(join(folder, file));
  const manifest = manifestOf(folder, read("package.json"));
  const names = readdirSync(folder);
  const has = (name: string): boolean =>
    manifest.dependencies?.[name] !== undefined || manifest.devDependencies?.[name] !== undefined;
  return {
    folder,
    manifest,
    framework: frameworkOf(has, names, read),
    packageManager: packageManagerOf(folder, manifest),
    isTypeScript: names.includes("tsconfig.json") || has("typescript"),
    isModule: manifest.type === "module",
    names,
    read,
    has,
  };
}

/** Returns the text of a file; undefined when there is none. Fails when the file is there and cannot be read. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

function manifestOf(folder: string, text: string | undefined): Manifest {
  if (text === undefined) {
    throw new ProjectProblem(
      `there is no package.json in ${folder}. Name the folder of the application, or run npm init first.`,
    );
  }
  let manifest: unknown;
  try {
    manifest = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new ProjectProblem(`package.json in ${folder} is not JSON: ${(error as Error).message}`);
  }
  if (typeof manifest === "object" && manifest !== null && !Array.isArray(manifest)) return manifest;
  throw new ProjectProblem(`package.json in ${folder} is not a JSON object.`);
}

function frameworkOf(has: Project["has"], names: readonly string[], read: Project["read"]): Framework {
  if (has("next")) return "next";
  if (has("@nestjs/core")) return "nest";
  const isSam = ["template.yaml", "template.yml"].some((file) => read(file)?.includes("AWS::Serverless") === true);
  const isLambda = isSam || names.some((name) => LAMBDA_FILES.test(name));
  return isLambda || has("aws-lambda") || has("@types/aws-lambda") ? "lambda" : "node";
}

/** Looks for a lock file here and in the folders above, as a workspace has one at its top; then at `packageManager`. */
function packageManagerOf(folder: string, { packageManager = "" }: Manifest): PackageManager {
  for (let above = folder; ; above = dirname(above)) {
    const found = Object.entries(LOCK_FILES).find(([name]) => existsSync(join(above, name)));
    if (found !== undefined) return found[1];
    if (above === dirname(above) || existsSync(join(above, ".git"))) break;
  }
  const [name] = packageManager.split("@");
  return Object.values(LOCK_FILES).find((known) => known === name) ?? "npm";
}
