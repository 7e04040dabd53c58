import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { pack, publishedFolders } from "../packages/published-packages.ts";
import { TYPESCRIPT_VERSIONS } from "../tested-platforms.ts";
import { entryPrograms } from "./entry-programs.ts";

/** Line of TypeScript: `5.4`. */
export type CompilerLine = keyof typeof TYPESCRIPT_VERSIONS;

/** Module setting of an application that TypeScript compiles. */
export type ModuleSetting = keyof typeof MODULE_OPTIONS;

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");

/** Programs in TypeScript that use the packages as the pages say. */
const PAGES = join(ROOT, "test/apps/published/types");

/** Versions of the packages that ours name as peers, and of what the programs use besides. */
export const OTHERS: Readonly<Record<string, string>> = {
  "@anthropic-ai/claude-agent-sdk": "0.3.332",
  "@aws-sdk/client-s3": "3.1163.0",
  "@aws-sdk/s3-request-presigner": "3.1163.0",
  "@clickhouse/client": "1.23.1",
  "@langchain/core": "1.4.0",
  "@modelcontextprotocol/client": "2.4.0",
  "@modelcontextprotocol/sdk": "1.32.2",
  "@modelcontextprotocol/server": "2.4.0",
  "@openai/agents-core": "0.20.0",
  "@opentelemetry/api": "1.10.0",
  "@opentelemetry/exporter-prometheus": "0.301.0",
  "@opentelemetry/sdk-metrics": "3.1.0",
  "@opentelemetry/sdk-node": "0.301.0",
  "@types/node": "22.20.5",
  ai: "7.0.173",
  openai: "7.55.0",
  "openid-client": "6.9.0",
  pg: "8.23.1",
  vitest: "5.1.1",
};

/** Options of the compilers: those of an application that takes types seriously. */
const OPTIONS =
  "--noEmit --pretty false --target es2022 --types node --resolveJsonModule --strict --exactOptionalPropertyTypes".split(
    " ",
  );

/** Options of each module setting. `preserve` is the one with which a bundler's program may also call `require`. */
const MODULE_OPTIONS = {
  node16: ["--module", "node16", "--moduleResolution", "node16"],
  nodenext: ["--module", "nodenext", "--moduleResolution", "nodenext"],
  bundler: ["--module", "preserve", "--moduleResolution", "bundler"],
} as const;

/** Module settings that the types are compiled with. */
export const MODULE_SETTINGS = Object.keys(MODULE_OPTIONS) as readonly ModuleSetting[];

/**
 * Application in TypeScript in a folder of its own, with all packages as they would be published, the packages that they name as peers,
 * and compilers.
 */
export class TypeProject {
  readonly #folder: string;
  readonly #programs: readonly string[];

  private constructor(folder: string, programs: readonly string[]) {
    this.#folder = folder;
    this.#programs = programs;
  }

  /** Packs and installs everything. Throws when npm fails. */
  static async create(lines: readonly CompilerLine[]): Promise<TypeProject> {
    const folder = await mkdtemp(join(tmpdir(), "svc-types-"));
    const archives = join(folder, "archives");
    await mkdir(archives);
    const packed = pack(publishedFolders(), archives).map(({ filename }) => join(archives, filename));
    // Without optional dependencies: Claude's agent SDK has the whole of Claude Code as one. The compilers need theirs.
    await install(folder, OTHERS, ["--omit=optional", ...packed]);
    const compilers = lines.map((line) => {
      return install(compilerFolder(folder, line), { typescript: TYPESCRIPT_VERSIONS[line] }, []);
    });
    await Promise.all(compilers);
    await cp(PAGES, folder, { recursive: true });
    const programs = Object.entries(entryPrograms());
    for (const [file, text] of programs) await writeFile(join(folder, file), text);
    return new TypeProject(folder, [...programs.map(([file]) => file), "program.ts", "service.ts"]);
  }

  /**
   * Returns the errors of a compilation, one line each: of the application, as compiled with `skipLibCheck`, and of the declarations of our
   * packages, as compiled without it.
   */
  async errors(line: CompilerLine, setting: ModuleSetting): Promise<readonly string[]> {
    const options = MODULE_OPTIONS[setting];
    const [ofApplication, ofAll] = await Promise.all([
      this.#compile(line, [...options, "--skipLibCheck"]),
      this.#compile(line, options),
    ]);
    return [...new Set([...ofApplication, ...ofAll.filter((error) => error.startsWith("node_modules/@svc/"))])];
  }

  /** Returns the path of a file of the application. */
  pathOf(file: string): string {
    return join(this.#folder, file);
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true });
  }

  /** Returns the errors that a compiler reports, without the indented lines that explain them. */
  async #compile(line: CompilerLine, options: readonly string[]): Promise<readonly string[]> {
    const compiler = join(compilerFolder(this.#folder, line), "node_modules/typescript/bin/tsc");
    const compilation = run(process.execPath, [compiler, ...OPTIONS, ...options, ...this.#programs], {
      cwd: this.#folder,
      maxBuffer: 64 * 1024 * 1024,
    });
    try {
      await compilation;
      return [];
    } catch (error) {
      const errors = (error as { stdout: string }).stdout.split("\n").filter((text) => /error TS\d+:/.test(text));
      if (errors.length === 0) throw error;
      return errors;
    }
  }
}

function compilerFolder(folder: string, line: CompilerLine): string {
  return join(folder, "compilers", line);
}

/** Installs packages into a folder, exactly these versions beside archives. Throws when npm fails. */
async function install(
  folder: string,
  dependencies: Readonly<Record<string, string>>,
  args: readonly string[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "types", private: true, dependencies }));
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", "--loglevel=error"];
  await run("npm", ["install", ...options, ...args], { cwd: folder });
}
