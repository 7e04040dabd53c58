import { spawn } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** Commands that run at once: one of them mostly waits. */
const AT_ONCE = 2;

/** Command of a group of tests, as it ended. */
export interface CommandResult {
  readonly command: readonly string[];
  readonly hasPassed: boolean;
}

/** Runs commands, two at a time. Prints the output of each when it has ended. */
export async function runCommands(
  commands: ReadonlyArray<readonly [string, ...string[]]>,
): Promise<readonly CommandResult[]> {
  const waiting = commands.values();
  const results: CommandResult[] = [];
  const runNext = async (): Promise<void> => {
    for (const command of waiting) results.push(await runCommand(command));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, runNext));
  return results;
}

async function runCommand(command: readonly [string, ...string[]]): Promise<CommandResult> {
  const [program, ...args] = command;
  const begun = performance.now();
  console.log(`> ${command.join(" ")}`);
  const child = spawn(program, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  const output: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  const hasPassed = await new Promise<boolean>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code === 0));
  });
  process.stdout.write(Buffer.concat(output));
  const seconds = ((performance.now() - begun) / 1e3).toFixed(0);
  console.log(`> ${hasPassed ? "passed" : "FAILED"} in ${seconds} s: ${command.join(" ")}`);
  return { command, hasPassed };
}
