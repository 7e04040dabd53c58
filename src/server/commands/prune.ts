import { parseArgs } from "node:util";
import { defaultDataDirectory } from "../storage/data-directory.ts";
import { compactFullText } from "../storage/sqlite/full-text.ts";
import { formatSize } from "../storage/pruning/byte-size.ts";
import { DEFAULT_LIMITS, keepLimits } from "../storage/pruning/keep-limits.ts";
import { documentsUrlIn } from "../storage/documents-url.ts";
import type { MediaKey } from "../storage/media/media-storage.ts";
import { mediaUrlIn } from "../storage/media/media-url.ts";
import { openMediaStorage } from "../storage/media/open-media-storage.ts";
import type { RemovedTrace } from "../storage/pruning/media-pruning.ts";
import { PruneTotal } from "../storage/pruning/prune-total.ts";
import { prune, usedBytes } from "../storage/pruning/pruning.ts";
import type { Records } from "../storage/records.ts";
import { TraceDocuments } from "../stores/trace-documents.ts";
import {
  type Command,
  needObservationsInFile,
  readDays,
  readSize,
  say,
  withDatabase,
  withDocuments,
} from "./command.ts";

const HELP = `Usage: svc-server prune [options]

Removes the data over the limits and shrinks the file of the database. A running service removes this data by itself.

  --data DIR        data directory of the service (default: the directory of this user)
  --keep-days DAYS  remove observations that are older; 0 to keep them for ever (default ${DEFAULT_LIMITS.keepDays})
  --max-size SIZE   remove the oldest observations above this size, such as 500MB; 0 for no limit (default ${formatSize(DEFAULT_LIMITS.maxBytes)})
`;

const OPTIONS = {
  data: { type: "string" },
  "keep-days": { type: "string", default: String(DEFAULT_LIMITS.keepDays) },
  "max-size": { type: "string", default: formatSize(DEFAULT_LIMITS.maxBytes) },
} as const;

/** Command that removes data over the limits. */
export const pruneCommand: Command = { help: HELP, run: runPrune };

async function runPrune(parameters: string[]): Promise<void> {
  needObservationsInFile("prune", "A running service removes old observations by itself: --keep-days.");
  const { values } = parseArgs({ args: parameters, options: OPTIONS });
  const limits = keepLimits({ keepDays: readDays(values["keep-days"]), maxBytes: readSize(values["max-size"]) });
  const dataDirectory = values.data ?? defaultDataDirectory();
  const contents = await openMediaStorage({ mediaUrl: mediaUrlIn(process.env), dataDirectory });
  const isElsewhere = documentsUrlIn(process.env) !== undefined;
  await withDatabase(dataDirectory, async (database) => {
    const total = new PruneTotal();
    const ended: RemovedTrace[] = [];
    for (const step of prune(database, { ...limits, now: Date.now() }, !isElsewhere)) {
      total.add(step);
      ended.push(...step.ended);
      await contents.remove(step.media);
    }
    if (isElsewhere) {
      const removeMedia = async (records: Records): Promise<MediaKey[]> =>
        new TraceDocuments(records).removeMedia(ended);
      await contents.remove(await withDocuments(dataDirectory, removeMedia));
    }
    compactFullText(database);
    database.exec("VACUUM");
    const lines = total.lines(limits);
    if (lines.length === 0) lines.push("no data is over the limits");
    say(`${[...lines, `${usedBytes(database)} bytes of data are left`].join("\n")}\n`);
  });
  contents.close();
}
