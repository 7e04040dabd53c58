import { CommandProblem, type TerminalCommand, UsageProblem } from "./command.ts";
import { openCommand } from "./open-command.ts";
import { tailCommand } from "./tail-command.ts";
import { traceCommand } from "./trace-command.ts";
import { tracesCommand } from "./traces-command.ts";

/** Commands that read the service, by name. */
export const COMMANDS: Readonly<Record<string, TerminalCommand>> = {
  traces: tracesCommand,
  trace: traceCommand,
  tail: tailCommand,
  open: openCommand,
};

/** Runs a command. Returns the exit code: 0, 1 for what could not be read, 2 for parameters that cannot be used. */
export async function runCommand(name: string, parameters: string[]): Promise<number> {
  const command = COMMANDS[name];
  if (command === undefined) throw new Error(`There is no command ${name}`);
  if (parameters.includes("--help")) {
    process.stdout.write(command.usage);
    return 0;
  }
  try {
    return await command.run(parameters);
  } catch (error) {
    if (error instanceof UsageProblem || isParseProblem(error)) {
      process.stderr.write(`svc ${name}: ${error.message}\n\n${command.usage}`);
      return 2;
    }
    if (!(error instanceof CommandProblem)) throw error;
    process.stderr.write(`svc ${name}: ${error.message}\n`);
    return 1;
  }
}

/** Returns true for an error of Node's reader of parameters. */
function isParseProblem(error: unknown): error is Error {
  return error instanceof Error && String((error as NodeJS.ErrnoException).code).startsWith("ERR_PARSE_ARGS_");
}
