import { parseArgs } from "node:util";
import { DEFAULT_LIMITS, formatSize, pruneLines } from "../housekeeping.ts";
import { prune } from "../pruning.ts";
import { type Command, readDays, readSize, say, withDatabase } from "./command.ts";

const HELP = `Usage: svc-server prune [options]

Removes what is over the limits and makes the file as small as what is left. A running service does the first by itself.

  --data DIR        data directory of the service (default: the directory of this user)
  --keep-days DAYS  remove what is older; 0 to keep it for ever (default ${DEFAULT_LIMITS.keepDays})
  --max-size SIZE   remove the oldest above this, such as 500MB; 0 for no limit (default ${formatSize(DEFAULT_LIMITS.maxBytes ?? 0)})
`;

const OPTIONS = {
  data: { type: "string" },
  "keep-days": { type: "string", default: String(DEFAULT_LIMITS.keepDays) },
  "max-size": { type: "string", default: formatSize(DEFAULT_LIMITS.maxBytes ?? 0) },
} as const;

/** Removes what is over the limits. */
export const pruneCommand: Command = { help: HELP, run: runPrune };

async function runPrune(parameters: string[]): Promise<void> {
  const { values } = parseArgs({ args: parameters, options: OPTIONS });
  const limits = {
    keepDays: readDays(values["keep-days"]) || null,
    maxBytes: readSize(values["max-size"]) || null,
  };
  await withDatabase(values.data, (database) => {
    const report = prune(database, { ...limits, now: Date.now() });
    database.exec("VACUUM");
    const lines = pruneLines(report, limits);
    say(
      `${[...(lines.length > 0 ? lines : ["nothing is over the limits"]), `${report.bytes} bytes are in use`].join("\n")}\n`,
    );
  });
}
