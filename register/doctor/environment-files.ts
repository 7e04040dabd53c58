import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { dependenciesOf, manifestIn } from "./application-packages.ts";

/** Variables of an application that come from files. */
export interface FileVariables {
  /** Variables that no other source sets, by name. */
  readonly values: Readonly<Record<string, string>>;
  /** File that sets a variable, by the name of the variable. */
  readonly files: Readonly<Record<string, string>>;
  /** Reader of the files, such as `the script "start"`; undefined when nothing reads one before the preload starts. */
  readonly reader: string | undefined;
}

/** Program that reads files of variables before the application's own code runs. */
interface Reader {
  readonly name: string;
  /** Files, those that win first. */
  readonly files: readonly string[];
}

/** Scripts that start an application, the likeliest first. */
const START_SCRIPTS = ["start", "start:prod", "serve", "dev", "start:dev"];

/** Option of Node.js and tsx that names a file, and that of `dotenvx`, `dotenv` and `env-cmd`. */
const NODE_OPTION = /--env-file(?:-if-exists)?(?:=|\s+)["']?([^\s"']+)/g;
const LOADERS = /\b(?:dotenvx\s+run|dotenv|env-cmd)\b(?:.*?\s-[fe]\s+["']?([^\s"']+))?/;

/** Returns the variables that an application in this folder gets from files before the preload starts, and `environment` does not have. */
export function fileVariables(folder: string, environment: NodeJS.ProcessEnv): FileVariables {
  const reader = readerOf(folder, environment["NODE_ENV"] ?? "development");
  const values: Record<string, string> = {};
  const files: Record<string, string> = {};
  for (const file of reader?.files ?? []) {
    for (const [name, value] of Object.entries(variablesIn(folder, file))) {
      // Node.js does not read its own options from a file.
      if (environment[name] !== undefined || name in values || name === "NODE_OPTIONS") continue;
      values[name] = value;
      files[name] = file;
    }
  }
  return { values, files, reader: reader?.name };
}

/**
 * Returns what to do about keys that are missing: where they are already, in a file that nothing reads or in the example of one.
 * Undefined when no file has them.
 */
export function missingKeysAdvice(folder: string, { reader }: FileVariables): string | undefined {
  const has = (file: string): boolean => Boolean(variablesIn(folder, file)["SVC_PUBLIC_KEY"]);
  if (reader !== undefined) {
    return has(".env.example") ? `Copy .env.example to .env, which ${reader} reads: cp .env.example .env` : undefined;
  }
  const unread = [".env", ".env.local"].find(has);
  if (unread === undefined) return undefined;
  return `${unread} has them, but nothing reads it before the preload starts: add --env-file-if-exists=${unread} to the start script, before --import.`;
}

function readerOf(folder: string, mode: string): Reader | undefined {
  const scripts = (manifestIn(folder)?.["scripts"] ?? {}) as Readonly<Record<string, unknown>>;
  const ofMode = [`.env.${mode}.local`, ".env.local", `.env.${mode}`, ".env"];
  if (dependenciesOf(folder).includes("next")) return { name: "Next.js", files: ofMode };
  for (const script of START_SCRIPTS) {
    const command = scripts[script];
    if (typeof command !== "string") continue;
    const name = `the script "${script}"`;
    const named = Array.from(command.matchAll(NODE_OPTION), ([, file]) => file!);
    // The last file of Node.js wins.
    if (named.length > 0) return { name, files: named.toReversed() };
    const loader = LOADERS.exec(command);
    if (loader !== null) return { name, files: [loader[1] ?? ".env"] };
    if (/\bbun\b/.test(command)) return { name, files: ofMode };
  }
  return undefined;
}

function variablesIn(folder: string, file: string): Record<string, string> {
  const path = join(folder, file);
  if (!existsSync(path)) return {};
  try {
    return parseEnv(readFileSync(path, "utf8")) as Record<string, string>;
  } catch {
    return {};
  }
}
