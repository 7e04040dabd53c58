import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { type TerminalCommand, readTraceId } from "./command.ts";
import { ServiceReads } from "./reads.ts";
import { screenOf } from "./screen.ts";

const USAGE = `Usage: svc open [--print] [ID]

Opens the page of a trace in the browser, or the list of traces without an ID, and prints the address.

  --print  only print the address
`;

/** Command that opens the page of a trace. */
export const openCommand: TerminalCommand = { usage: USAGE, run: runOpen };

async function runOpen(parameters: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: parameters,
    options: { print: { type: "boolean" } },
    allowPositionals: true,
  });
  const path = positionals.length === 0 ? "/traces" : `/traces/${encodeURIComponent(readTraceId(positionals))}`;
  const address = await new ServiceReads().pageAddress(path);
  screenOf().print(address);
  const program = values.print ? undefined : browserProgram(process.platform, process.env);
  if (program !== undefined) await start([...program, address]);
  return 0;
}

/** Returns the program that opens an address; undefined on a machine where nobody would see it. */
function browserProgram(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): [string, ...string[]] | undefined {
  const own = env["BROWSER"];
  if (own !== undefined && own !== "") return own === "none" ? undefined : [own];
  if (platform === "darwin") return ["open"];
  // Not `cmd /c start`, which reads signs in the address as commands.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler"];
  const hasScreen = Boolean(env["DISPLAY"] ?? env["WAYLAND_DISPLAY"]);
  return hasScreen ? ["xdg-open"] : undefined;
}

/** Starts a program and leaves it alone. Without the program, the printed address is what is left. */
async function start([program = "", ...args]: readonly string[]): Promise<void> {
  const child = spawn(program, args, { detached: true, stdio: "ignore" });
  await new Promise<void>((resolve) => {
    child.once("spawn", resolve);
    child.once("error", ({ message }) => {
      process.stderr.write(`svc: no browser could be opened (${message}). Open the address above.\n`);
      resolve();
    });
  });
  child.unref();
}
