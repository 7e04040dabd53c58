#!/usr/bin/env node
// The command `npm create @svc`, and `npx @svc/register init`: shows what sets a project up for the preload, and writes it on yes.
import { createInterface } from "node:readline/promises";
import { parseArgs, styleText } from "node:util";
import { diagnose, firstTrace, hasKeys, installPackages, isPreloadInstalled } from "./next-steps.ts";
import { ProjectProblem } from "./project.ts";
import { diffOf, planSetup, type Setup, writeSetup } from "./setup.ts";

const USAGE = `Usage: npm create @svc -- [FOLDER] [--yes | --dry-run] [--no-install] [--config]
       npx @svc/register init [FOLDER] [--yes | --dry-run] [--no-install] [--config]

Sets a project up for the preload: shows as a diff what changes in package.json, Dockerfiles, .env.example and, for Next.js, in
instrumentation and next.config. Writes it on yes, installs the packages, runs svc doctor where the keys are set, and names the next steps.

  --yes         writes without a question
  --dry-run     shows the diff alone
  --no-install  leaves the installation to you
  --config      also makes svc.config.mjs, with a mask to begin with

npm keeps options before the -- for itself.

Exit code: 0 the project is set up, 1 something is left to write or for you, 2 the command failed.
`;

const [DONE, LEFT, FAILED] = [0, 1, 2];

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      yes: { type: "boolean", short: "y", default: false },
      "dry-run": { type: "boolean", default: false },
      "no-install": { type: "boolean", default: false },
      config: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    process.stdout.write(USAGE);
    return DONE;
  }
  const [folder = ".", ...surplus] = positionals;
  if (surplus.length > 0) throw new ProjectProblem(`there can be one folder, not also ${surplus.join(", ")}.`);
  const isDryRun = values["dry-run"] || isTakenByNpm("dry_run", "true");
  if (values.yes && isDryRun) throw new ProjectProblem("--yes writes and --dry-run does not: choose one.");
  const setup = planSetup(folder, { hasConfig: values.config });
  show(setup);
  if (setup.changes.length > 0) {
    if (isDryRun || !(values.yes || (await isAgreed()))) return LEFT;
    writeSetup(setup);
    process.stdout.write(setup.changes.map(({ file }) => `wrote ${file}\n`).join(""));
  }
  const code = setup.left.length > 0 ? LEFT : DONE;
  if (isDryRun) return code;
  const mayInstall = !values["no-install"] && !isTakenByNpm("install", "");
  return (await installAndDiagnose(setup, mayInstall)) ? code : LEFT;
}

/**
 * Returns true where npm took an option for itself, as it stood before the `--`: npm gives its options to programs as variables. Those that
 * hold something back count here as well; `--yes` does not, as it is also how one answers npm's own question.
 */
function isTakenByNpm(option: "dry_run" | "install" | "yes", value: string): boolean {
  return process.env[`npm_config_${option}`] === value;
}

/** Prints what was found, what changes, and what is left. */
function show({ project, changes, left, hints }: Setup): void {
  const lines = [`Found: ${project}`, ""];
  if (changes.length === 0) lines.push("Nothing to change.", "");
  else lines.push(painted(diffOf(changes)));
  if (left.length > 0) lines.push("Left for you:", ...left.map((step) => `  - ${step}`), "");
  if (hints.length > 0) lines.push("Worth knowing:", ...hints.map((hint) => `  - ${hint}`), "");
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** Styles of the lines of a diff, by how they begin. */
const STYLES: ReadonlyArray<readonly [start: string, style: "bold" | "cyan" | "green" | "red"]> = [
  ["---", "bold"],
  ["+++", "bold"],
  ["@@", "cyan"],
  ["+", "green"],
  ["-", "red"],
];

function painted(diff: string): string {
  const isColoured = process.stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "" && process.env["TERM"] !== "dumb";
  if (!isColoured) return diff;
  return diff.split("\n").map(paintedLine).join("\n");
}

function paintedLine(line: string): string {
  const style = STYLES.find(([start]) => line.startsWith(start))?.[1];
  return style === undefined ? line : styleText(style, line, { validateStream: false });
}

/** Asks whether to write. Without a terminal nobody can answer: says how to write. */
async function isAgreed(): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    const advice = isTakenByNpm("yes", "true")
      ? "npm kept --yes for itself. To write these changes, run: npm create @svc -- --yes"
      : "--yes writes these changes.";
    process.stderr.write(`Nothing was written. ${advice}\n`);
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  terminal.once("SIGINT", () => process.exit(LEFT));
  const answer = await terminal.question("Write these changes? [y/N] ");
  terminal.close();
  const isYes = /^\s*y(?:es)?\s*$/i.test(answer);
  if (!isYes) process.stdout.write("Nothing was written.\n");
  return isYes;
}

/** Installs what is missing, runs the doctor and prints the next steps. Returns false when the installation failed. */
async function installAndDiagnose(setup: Setup, mayInstall: boolean): Promise<boolean> {
  const { folder, packageManager } = setup;
  if (mayInstall && !isPreloadInstalled(folder)) {
    process.stdout.write(`\n$ ${packageManager} install\n`);
    if (!(await installPackages(setup))) {
      process.stderr.write(
        `svc-create: ${packageManager} install failed: repeat it, then run npx @svc/register doctor.\n`,
      );
      return false;
    }
  }
  const isInstalled = isPreloadInstalled(folder);
  // Without keys the doctor could only say so, which the next steps do.
  if (isInstalled && hasKeys(folder)) {
    process.stdout.write("\n$ npx @svc/register doctor\n");
    // Its findings are for the reader: the service may not run yet.
    await diagnose(folder);
  }
  showNextSteps(setup, isInstalled);
  return true;
}

/** Prints the commands that lead to the first trace. */
function showNextSteps(setup: Setup, isInstalled: boolean): void {
  const install: ReadonlyArray<readonly [string, string]> = isInstalled
    ? []
    : [[`${setup.packageManager} install`, "installs the preload"]];
  const steps = [...install, ...firstTrace(setup)];
  const width = Math.max(...steps.map(([command]) => command.length));
  if (steps.length === 0) return;
  const lines = steps.map(([command, effect], index) => `  ${index + 1}. ${command.padEnd(width)}  ${effect}`);
  process.stdout.write(`\nNext steps:\n${lines.join("\n")}\n`);
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`svc-create: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = FAILED;
  },
);
