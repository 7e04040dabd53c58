import { applyEdits, modify, type ModificationOptions } from "jsonc-parser";
import own from "./package.json" with { type: "json" };
import type { Part } from "./part.ts";
import type { Project } from "./project.ts";
import { PRELOAD, withPreload } from "./start-command.ts";
import { indentationOf, lineEndOf } from "./text.ts";

/** Scripts that run an application, by the usual names. */
const START_SCRIPTS = ["start", "start:prod", "start:dev", "start:debug", "serve", "dev"];

/** Files that are usually the start of an application, the likeliest first. */
const ENTRIES = ["server", "app", "index", "main"].flatMap((name) =>
  ["src/", ""].flatMap((folder) => ["js", "mjs", "cjs"].map((ending) => `${folder}${name}.${ending}`)),
);

/** Puts the preload among the dependencies of a project and into its start scripts. */
export function manifestChanges(project: Project): Part {
  const before = project.read("package.json")!;
  const edited = new ManifestText(before);
  const { scripts, left, hints } = scriptChanges(project);
  for (const [name, command] of Object.entries(scripts)) edited.set(["scripts", name], command);
  const { dependencies = {}, devDependencies = {} } = project.manifest;
  if (dependencies[PRELOAD] === undefined) {
    if (devDependencies[PRELOAD] === undefined) edited.set(["dependencies", PRELOAD], `^${own.version}`);
    else
      left.push(
        `package.json: move ${PRELOAD} from devDependencies to dependencies. It is needed where the application runs.`,
      );
  }
  if (isOlderThan22(project.manifest.engines?.node)) {
    hints.push(`package.json: ask for Node 22 or later in "engines". The preload supports no older one.`);
  }
  return { changes: [{ file: "package.json", before, after: edited.text }], left, hints };
}

/** `package.json` that keeps its indentation, line ends and order. */
class ManifestText {
  readonly #mark: string;
  #json: string;

  constructor(text: string) {
    this.#mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
    this.#json = text.slice(this.#mark.length);
  }

  get text(): string {
    return this.#mark + this.#json;
  }

  /** Sets a value. A new name goes where the alphabet has it if the names around it are in that order, else to the end. */
  set(path: string[], value: string): void {
    const indentation = indentationOf(this.#json);
    const options: ModificationOptions = {
      formattingOptions: {
        insertSpaces: !indentation.includes("\t"),
        tabSize: indentation.length,
        eol: lineEndOf(this.#json),
      },
      getInsertionIndex: (names) => {
        const after = names.findIndex((name) => name > path.at(-1)!);
        const isSorted = names.every((name, index) => index === 0 || names[index - 1]! <= name);
        return isSorted && after !== -1 ? after : names.length;
      },
    };
    this.#json = applyEdits(this.#json, modify(this.#json, path, value, options));
  }
}

interface Scripts {
  readonly scripts: Record<string, string>;
  readonly left: string[];
  readonly hints: string[];
}

function scriptChanges(project: Project): Scripts {
  const { manifest, framework } = project;
  const changed: Scripts = { scripts: {}, left: [], hints: [] };
  // The framework loads the preload by a file of its own; a function is started by its platform.
  if (framework === "next" || framework === "lambda") return changed;
  const environmentFile = environmentFileOf(project);
  const scripts = manifest.scripts ?? {};
  const present = START_SCRIPTS.filter((name) => scripts[name] !== undefined);
  const results = present.map((name) => ({
    name,
    before: scripts[name]!,
    ...withPreload(scripts[name]!, environmentFile),
  }));
  for (const { name, before, command } of results) if (command !== before) changed.scripts[name] = command;
  for (const { name, before, hasPreload } of results) {
    // A script that runs another one runs the preload with it.
    if (hasPreload || /\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?[\w:-]+/.test(before)) continue;
    changed.left.push(`package.json: have the script "${name}" (${before}) load the preload: ${adviceFor(before)}`);
  }
  if (present.length === 0) addStartScript(project, environmentFile, changed);
  if (Object.keys(changed.scripts).length > 0 && environmentFile === undefined) {
    changed.hints.push(
      "The preload reads its keys when the process starts, before dotenv: set them where you start the application, or add --env-file=.env to its start script.",
    );
  }
  return changed;
}

function addStartScript({ manifest, read }: Project, environmentFile: string | undefined, changed: Scripts): void {
  const entry = [manifest.main, ...ENTRIES].find(
    (file) => file !== undefined && /\.[cm]?js$/.test(file) && read(file) !== undefined,
  );
  if (entry === undefined) {
    changed.left.push(
      `package.json: there is no start script. Start the application by node --import ${PRELOAD} FILE.`,
    );
  } else {
    changed.scripts["start"] = withPreload(`node ${entry}`, environmentFile).command;
  }
}

/**
 * Returns the file that Node is to read the keys from. There is none to name where one exists, which another may read already, where
 * a library reads one, and on a Node that refuses to start without it.
 */
function environmentFileOf({ names, has }: Project): string | undefined {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const knowsOption = major > 22 || (major === 22 && minor >= 9);
  return knowsOption && !names.includes(".env") && !has("dotenv") && !has("@nestjs/config") ? ".env" : undefined;
}

/** Programs that are not understood, each with how they load the preload. */
const ADVICE: ReadonlyArray<readonly [program: RegExp, advice: string]> = [
  [/\bnodemon\b/, `nodemon --exec "node --import ${PRELOAD}" FILE`],
  [/\bpm2\b/, `node_args: "--import ${PRELOAD}" in the ecosystem file`],
  [/\bbun\b/, `bun --preload ${PRELOAD} FILE`],
  [/\bdeno\b/, `deno run --preload npm:${PRELOAD} FILE`],
];

function adviceFor(command: string): string {
  return (
    ADVICE.find(([program]) => program.test(command))?.[1] ??
    `node --import ${PRELOAD} FILE, or NODE_OPTIONS="--import ${PRELOAD}" in its environment`
  );
}

/** Returns true for a range of versions whose lowest is older than 22. */
function isOlderThan22(range = ""): boolean {
  const lowest = /\d+/.exec(range)?.[0];
  return lowest !== undefined && Number(lowest) < 22 && !range.trim().startsWith("<");
}
