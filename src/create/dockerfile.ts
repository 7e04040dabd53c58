import type { Change, Part } from "./part.ts";
import type { Project } from "./project.ts";
import { PRELOAD, withPreload } from "./start-command.ts";

/** Line that starts the application, as a list of texts or as a shell command. */
const START = /^(\s*(?:CMD|ENTRYPOINT)\s+)(.*?)(\s*)$/i;

/** `node` as the first text of a list, and what follows it. */
const NODE_LIST = /^(\[\s*"(?:[^"]*\/)?node"\s*)([,\]])/;

/** Base image with a Node that the preload does not support. */
const OLD_NODE = /^\s*FROM\s.*?\bnode:(\d+)/i;

/** Puts the preload into the commands with which images start the application. */
export function dockerfileChanges(project: Project): Part {
  const files = project.names.filter((name) => /^(?:Dockerfile|Containerfile)(?:\..+)?$|\.Dockerfile$/.test(name));
  const parts = files
    .filter((file) => !file.endsWith(".dockerignore"))
    .map((file) => partOf(project, file, project.read(file) ?? ""));
  return {
    changes: parts.flatMap(({ changes }) => changes),
    left: parts.flatMap(({ left }) => left),
    hints: parts.flatMap(({ hints = [] }) => hints),
  };
}

function partOf({ framework }: Project, file: string, before: string): Part {
  const lines = before.split("\n");
  const hints = lines.flatMap((line) => {
    const version = OLD_NODE.exec(line)?.[1];
    return version !== undefined && Number(version) < 22
      ? [`${file}: ${line.trim()} has Node ${version}. The preload needs Node 22 or later.`]
      : [];
  });
  if (framework === "next") return { changes: [], left: [], hints };
  if (framework === "lambda") {
    const step = `${file}: add ENV NODE_OPTIONS="--import ${PRELOAD}"`;
    return { changes: [], left: before.includes(PRELOAD) ? [] : [step], hints };
  }
  const last = lines.findLastIndex((line) => /^\s*FROM\s/i.test(line));
  const results = lines.map((line, index) => (index < last ? { line, isLeft: false } : lineOf(line)));
  const change: Change = { file, before, after: results.map(({ line }) => line).join("\n") };
  const left = before.includes(PRELOAD)
    ? []
    : results
        .filter(({ isLeft }) => isLeft)
        .map(({ line }) => `${file}: have this line load the preload by node --import ${PRELOAD}: ${line.trim()}`);
  return { changes: [change], left, hints };
}

/** Returns a line as it is to be, and whether it starts the application in a way that is not understood. */
function lineOf(line: string): { line: string; isLeft: boolean } {
  const [, instruction, command = "", end = ""] = START.exec(line) ?? [];
  if (instruction === undefined || command.includes(PRELOAD)) return { line, isLeft: false };
  if (!command.startsWith("[")) {
    const { command: changed, hasPreload } = withPreload(command);
    return { line: `${instruction}${changed}${end}`, isLeft: !hasPreload && !runsScript(command) };
  }
  const changed = command.replace(NODE_LIST, (_, node: string, next: string) => {
    const options = `"--import", "${PRELOAD}"`;
    return next === "," ? `${node}, ${options},` : `${node}, ${options}]`;
  });
  return {
    line: `${instruction}${changed}${end}`,
    isLeft: changed === command && !runsScript(command) && !isScriptFile(command),
  };
}

/** Returns true for a command that runs a script of `package.json`, which loads the preload itself, or one that is only arguments. */
function runsScript(command: string): boolean {
  return /^(?:\[\s*)?"?(?:npm|pnpm|yarn|bun)\b/.test(command);
}

/** Returns true for arguments of another line's program, and for the entry script of the images of Node. */
function isScriptFile(command: string): boolean {
  return /^\[\s*"(?:[^"]+\.[cm]?[jt]s|dist\/[^"]+|[^"]*docker-entrypoint\.sh|-[^"]*)"/.test(command);
}
