import { parseArgs } from "node:util";
import { MediaContents } from "../api/media/media-contents.ts";
import { DEFAULT_LIMITS, formatSize, pruneLines } from "../ingest/writer/housekeeping.ts";
import { defaultDataDirectory } from "../storage/data-directory.ts";
import { compactFullText } from "../storage/sqlite/full-text.ts";
import { prune, usedBytes } from "../storage/pruning/pruning.ts";
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

/** Command that removes data over the limits. */
export const pruneCommand: Command = { help: HELP, run: runPrune };

async function runPrune(parameters: string[]): Promise<void> {
  const { values } = parseArgs({ args: parameters, options: OPTIONS });
  const limits = {
    keepDays: readDays(values["keep-days"]) || null,
    maxBytes: readSize(values["max-size"]) || null,
  };
  const contents = new MediaContents(values.data ?? defaultDataDirectory());
  await withDatabase(values.data, async (database) => {
    const total = { old: 0, overflow: 0, media: 0 };
    for (const { old, overflow, media } of prune(database, { ...limits, now: Date.now() })) {
      total.old += old;
      total.overflow += overflow;
      total.media += media.length;
      await contents.remove(media);
    }
    compactFullText(database);
    database.exec("VACUUM");
    const lines = pruneLines(total, limits);
    if (lines.length === 0) lines.push("nothing is over the limits");
    say(`${[...lines, `${usedBytes(database)} bytes are in use`].join("\n")}\n`);
  });
}
