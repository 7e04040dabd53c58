import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../paths.ts";

interface Manifest {
  readonly name: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

const manifests = globSync(["package.json", "{register,{src,instrumentations}/*}/package.json"], { cwd: ROOT }).map(
  (file) => JSON.parse(readFileSync(join(ROOT, file), "utf8")) as Manifest,
);
const OURS = new Map(manifests.map((manifest) => [manifest.name, manifest]));
const OUR_COMMANDS = new Set(manifests.flatMap(({ bin = {} }) => Object.keys(bin)));
const SCRIPTS = manifests.find(({ name }) => name === "svc-node")!.scripts!;

/** Programs that the pages presume. */
const PROGRAMS: ReadonlySet<string> = new Set([
  "base64",
  "bun",
  "claude",
  "cp",
  "curl",
  "curl",
  "deno",
  "docker",
  "export",
  "git",
  "kubectl",
  "mkdir",
  "mkdir",
  "nest",
  "pip",
  "printf",
  "unzip",
]);
/** Commands of other packages that `npx` runs on the pages. */
const OTHERS_COMMANDS: ReadonlySet<string> = new Set(["nest", "next", "vitest"]);
/** Files that stand for those of the reader's application. */
const READERS_FILES: ReadonlySet<string> = new Set(["app.js", "app.ts", "capitals.mjs", "dist/main.js"]);

/** Returns what is wrong with the commands of a shell block: commands, scripts, packages, options and files that do not exist. */
export function problemsOf(shell: string): string[] {
  const lines = shell.replaceAll(/\\\n\s*/g, "").split("\n");
  return lines.flatMap((line) => {
    const commands = line.replace(/(^|\s)#.*$/, "").split(/&&|\|\|?|;/);
    return commands
      .flatMap((command) => problemOf(command.trim()) ?? [])
      .map((problem) => `${line.trim()}: ${problem}`);
  });
}

function problemOf(command: string): string | undefined {
  const words = command.split(/\s+/).filter((word) => word !== "");
  while (/^[A-Z_]+=/.test(words[0] ?? "")) words.shift();
  const [program, ...args] = words;
  if (program === undefined) return undefined;
  if (program === "npm") return problemOfNpm(args);
  if (program === "npx") return problemOfNpx(args);
  if (program === "node") return problemOfNode(args);
  if (program.includes("/")) return missing(program);
  if (!OUR_COMMANDS.has(program) && !PROGRAMS.has(program)) return `no command ${program} is known`;
  return args.map(missing).find((problem) => problem !== undefined);
}

function problemOfNpm([verb, ...args]: readonly string[]): string | undefined {
  if (verb === "install") return args.map(problemOfPackage).find((problem) => problem !== undefined);
  // The package of `npm create @svc`.
  if (verb === "create") return problemOfPackage(`${args[0]}/create`);
  const script = verb === "run" ? args[0] : verb;
  return script !== undefined && script in SCRIPTS ? undefined : `package.json has no script ${script}`;
}

function problemOfPackage(name: string): string | undefined {
  return name.startsWith("@svc/") && !OURS.has(name) ? `the repository has no package ${name}` : undefined;
}

function problemOfNpx(args: readonly string[]): string | undefined {
  const [name, ...rest] = args.filter((word) => word !== "-y");
  if (name === undefined) return "npx of what?";
  if (name.startsWith("@svc/"))
    return problemOfPackage(name) ?? (OURS.get(name)!.bin ? undefined : `${name} has no command`);
  if (OUR_COMMANDS.has(name)) return undefined;
  return OTHERS_COMMANDS.has(name) ? rest.map(missing).find(Boolean) : `no command ${name} is known`;
}

function problemOfNode(args: readonly string[]): string | undefined {
  return args.map((word) => problemOfPackage(word) ?? missing(word)).find((problem) => problem !== undefined);
}

/** Returns a problem where a word names a file of the repository that does not exist. */
function missing(word: string): string | undefined {
  const file = word.replace(/^(--[\w-]+=)+/, "").replace(/^\/path\/to\/clone\//, "");
  const [top = ""] = file.split("/");
  const isFile = file.includes("/")
    ? /^\w/.test(top) && existsSync(join(ROOT, top))
    : /^\w[\w-]*\.(js|ts|mjs|md)$/.test(file);
  if (!isFile || READERS_FILES.has(file)) return undefined;
  return existsSync(join(ROOT, file)) ? undefined : `there is no ${file}`;
}
