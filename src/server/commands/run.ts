import { SVC_SDK_VERSION } from "@svc/core/internal";
import { type Command, messageOf, say } from "./command.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";
import { keysCommand } from "./keys.ts";
import { mcpCommand } from "./mcp.ts";
import { pruneCommand } from "./prune.ts";
import { serveCommand } from "./serve.ts";

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ["prune", pruneCommand],
  ["export", exportCommand],
  ["import", importCommand],
  ["keys", keysCommand],
  ["mcp", mcpCommand],
]);

/**
 * Runs `svc-server` with its parameters: the service, or the command that the first parameter names. Sets the exit code. Writes
 * errors to stderr.
 */
export async function runCommand(parameters: string[]): Promise<void> {
  const named = COMMANDS.get(parameters[0] ?? "");
  const command = named ?? serveCommand;
  const rest = named ? parameters.slice(1) : parameters;
  try {
    if (rest.includes("--help")) return say(command.help);
    if (rest.includes("--version")) return say(`${SVC_SDK_VERSION}\n`);
    await command.run(rest);
  } catch (error) {
    process.stderr.write(`svc-server: ${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}
