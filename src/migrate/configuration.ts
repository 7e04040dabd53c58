import { basename } from "node:path";
import { type Left, shortened } from "./source-edits.ts";

/** Outcome for a file that is not code. */
export interface Configured {
  readonly text: string;
  readonly left: readonly Left[];
}

/** Oldest version of Node.js that generation 6 runs on. */
const OLDEST_NODE = 22;

/** Environment variables whose values count differently, each with what is wrong with a value. */
const VARIABLES: Readonly<Record<string, (value: string) => string | undefined>> = {
  SVC_TIMEOUT: (value) => {
    const seconds = Number(value);
    if (!(seconds > 0 && Number.isFinite(seconds))) return "a positive number of seconds; generation 5 did not use it";
    return seconds >= 1000 ? `seconds, not milliseconds: ${seconds / 1000}; generation 5 did not use it` : undefined;
  },
  SVC_OTEL_COMPRESSION: (value) => (/^(gzip|none)$/i.test(value.trim()) ? undefined : "gzip or none"),
};

/** Assignment of a variable, as shells, `.env` files, Dockerfiles, and lists and maps of compose files write it. */
const ASSIGNMENT = new RegExp(
  `(?<![\\w.])(${Object.keys(VARIABLES).join("|")})(?:["']?\\s*[=:]\\s*|[ \\t]+(?=\\S))(?:"([^"]*)"|'([^']*)'|([^\\s"'#]+))`,
  "g",
);

const PACKAGES_OF_5 = /("@svc\/[\w-]+"\s*:\s*")[~^]?5(?:\.[\w.-]+)?(")/g;
/** Range of a dependency whose lowest version is too old. */
const OLD_LANGCHAIN = /"@langchain\/core"\s*:\s*"[^\d"]*0\./;

/** Files that a package manager writes. */
const LOCK_FILES = /^(package-lock|npm-shrinkwrap|tsconfig.*)\.json$|^pnpm-lock\.yaml$/;

/** Says whether a file holds settings that the codemod looks at. */
export function isConfiguration(path: string): boolean {
  const name = basename(path);
  if (LOCK_FILES.test(name)) return false;
  return (
    /^(Dockerfile|Containerfile)(\..+)?$|\.(Dockerfile|dockerfile)$/.test(name) ||
    /^\.(env(\..+)?|envrc|nvmrc|node-version)$|^(Procfile|Makefile)$/.test(name) ||
    /\.(ya?ml|json|toml|sh|env|tf|tfvars|properties)$/.test(name)
  );
}

/** Rewrites the versions of our packages in a `package.json`, and lists versions and variables that a person has to decide about. */
export function rewriteConfiguration(path: string, text: string): Configured {
  const isManifest = basename(path) === "package.json";
  const left: Left[] = [];
  const lines = text.split("\n").map((line, index) => {
    const leave = (replacement: string, code = line.trim()): void => {
      left.push({ file: path, line: index + 1, code: shortened(code), replacement });
    };
    if (/^\s*(#|\/\/)/.test(line)) return line;
    for (const [code, variable = "", ...values] of line.matchAll(ASSIGNMENT)) {
      const value = values.find((found) => found !== undefined) ?? "";
      // A reference to another variable has a value elsewhere.
      const problem = value.includes("$") ? undefined : VARIABLES[variable]!(value);
      if (problem !== undefined) leave(`${variable} is ${problem}`, code);
    }
    const node = oldNodeOf(path, line);
    if (node !== undefined) leave(`Node.js ${OLDEST_NODE} or later`);
    if (!isManifest) return line;
    if (OLD_LANGCHAIN.test(line)) leave('"@langchain/core": "^1.0.0", for @svc/langchain');
    return line.replace(PACKAGES_OF_5, "$1^6.0.0$2");
  });
  return { text: lines.join("\n"), left };
}

/** Returns the version of Node.js that a line asks for, if it is too old. */
function oldNodeOf(path: string, line: string): number | undefined {
  const name = basename(path);
  const [, version, named = version] =
    (name === "package.json"
      ? /"engines".*?"node"\s*:\s*"[^\d"]*(\d+)|^\s*"node"\s*:\s*"[^\d"]*(\d+)/.exec(line)
      : /^\.(nvmrc|node-version)$/.test(name)
        ? /^v?(\d+)/.exec(line)
        : /^\s*(?:FROM|image:)\s+(?:--\S+\s+)?["']?(?:[\w.:-]+\/)*node:(\d+)/i.exec(line)) ?? [];
  return named !== undefined && Number(named) < OLDEST_NODE ? Number(named) : undefined;
}
