import { parseArgs } from "node:util";
import { CommandProblem, type TerminalCommand, readTraceId } from "./command.ts";
import { ServiceReads } from "./reads.ts";
import { screenOf } from "./screen.ts";
import { plain } from "./text.ts";
import { treeLines } from "./trace-tree.ts";

const USAGE = `Usage: svc trace [options] ID

Prints a trace as a tree, with times, tokens, cost and errors. ID is the id of a trace or the address of its page.

  --short  leave out inputs and outputs
  --json   print the observations as JSON, as the API returns them
`;

const OPTIONS = { short: { type: "boolean" }, json: { type: "boolean" } } as const;

/** Most observations of a trace that are read. */
const MOST = 20_000;

const FIELDS = "core,basic,time,model,usage,metrics,trace_context";

/** Command that prints one trace. */
export const traceCommand: TerminalCommand = { usage: USAGE, run: runTrace };

async function runTrace(parameters: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: parameters, options: OPTIONS, allowPositionals: true });
  const traceId = readTraceId(positionals);
  const reads = new ServiceReads();
  const fields = values.short ? FIELDS : `${FIELDS},io`;
  const observations = await reads.observationList([], { traceId, fields }, MOST);
  if (observations.length === 0) {
    throw new CommandProblem(
      `There is no trace ${plain(traceId)} in this project. Observations arrive when they have ended. "svc traces" lists what is there.`,
    );
  }
  const screen = screenOf();
  if (values.json) {
    screen.print(JSON.stringify(observations.toReversed(), null, 2));
    return 0;
  }
  for (const line of treeLines(observations, screen)) screen.print(line);
  screen.print(`\nLook at it: ${await reads.pageAddress(`/traces/${encodeURIComponent(traceId)}`)}`);
  return 0;
}
