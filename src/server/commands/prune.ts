import { parseArgs } from "node:util";
import { giveBack, pruneOld, storedBytes } from "../engines/clickhouse/retention/prune-old.ts";
import { ClickHouseArchive } from "../engines/clickhouse/clickhouse-archive.ts";
import { ArrivalClock } from "../engines/clickhouse/write/arrival-clock.ts";
import { SqliteArchive } from "../engines/sqlite/sqlite-archive.ts";
import { STORE_URL_VARIABLE, storeUrlIn } from "../engines/clickhouse/database/clickhouse-address.ts";
import { documentsUrlIn } from "../storage/documents-url.ts";
import type { MediaKey } from "../storage/media/media-storage.ts";
import { formatSize } from "../storage/pruning/byte-size.ts";
import { DEFAULT_LIMITS, type KeepLimits, keepLimits } from "../storage/pruning/keep-limits.ts";
import type { RemovedTrace } from "../storage/pruning/prune-total.ts";
import { PruneTotal } from "../storage/pruning/prune-total.ts";
import { prune, usedBytes } from "../engines/sqlite/retention/pruning.ts";
import { hideCopiedDocuments } from "../engines/sqlite/database/copied-documents.ts";
import { compactFullText } from "../engines/sqlite/database/full-text.ts";
import { mediaBytes } from "../resources/media.ts";
import { finishRemovals } from "../resources/project-removal.ts";
import { TraceDocuments } from "../resources/trace-documents.ts";
import { type Command, readDays, readSize, say, withDatabase, withDocuments } from "./command.ts";
import { withClickHouse, withContents } from "./stored-data.ts";

const HELP = `Usage: svc-server prune [options]

Removes the data over the limits and gives their space back. A running service removes this data by itself.

  --data DIR        data directory of the service (default: the directory of this user)
  --keep-days DAYS  remove observations that are older; 0 to keep them for ever (default ${DEFAULT_LIMITS.keepDays})
  --max-size SIZE   remove observations of the largest project above this size, such as 500MB; 0 for no limit (default ${formatSize(DEFAULT_LIMITS.maxBytes)}). Not for observations in ClickHouse
`;

const OPTIONS = {
  data: { type: "string" },
  "keep-days": { type: "string", default: String(DEFAULT_LIMITS.keepDays) },
  "max-size": { type: "string" },
} as const;

/** Command that removes data over the limits. */
export const pruneCommand: Command = { help: HELP, run: runPrune };

async function runPrune(parameters: string[]): Promise<void> {
  const { values } = parseArgs({ args: parameters, options: OPTIONS });
  const limits = keepLimits({
    keepDays: readDays(values["keep-days"]),
    maxBytes: given(values["max-size"], readSize),
  });
  const storeUrl = storeUrlIn(process.env);
  if (storeUrl === undefined) return pruneFile(values.data, limits);
  if (limits.maxBytes !== null && values["max-size"] !== undefined) {
    throw new Error(
      `--max-size is a limit of the SQLite file, and ${STORE_URL_VARIABLE} keeps observations in ClickHouse. Limit them by age: --keep-days.`,
    );
  }
  return pruneClickHouse(storeUrl, values.data, { ...limits, maxBytes: null });
}

/** Removes data over the limits from the SQLite file, and shrinks it. */
async function pruneFile(data: string | undefined, limits: KeepLimits): Promise<void> {
  const isElsewhere = documentsUrlIn(process.env) !== undefined;
  await withContents(data, async (contents) =>
    withDatabase(data, async (database) => {
      await withDocuments(data, async (records) =>
        finishRemovals({ observations: new SqliteArchive(database), records, mediaContents: contents }),
      );
      const total = new PruneTotal();
      const ended: RemovedTrace[] = [];
      for (const step of prune(database, { ...limits, now: Date.now() }, !isElsewhere)) {
        total.add(step);
        ended.push(...step.ended);
        await contents.remove(step.media);
      }
      if (isElsewhere) {
        const media = await withDocuments(data, async (records) => {
          const documents = new TraceDocuments(records);
          return [...(await documents.removeMedia(ended)), ...(await documents.removeUnused())];
        });
        await contents.remove(media);
        total.addMedia(media);
      }
      compactFullText(database);
      hideCopiedDocuments(database);
      database.exec("VACUUM");
      report(total, limits, usedBytes(database));
    }),
  );
}

/** Removes old data from ClickHouse, as every running service does, and gives their space back. */
async function pruneClickHouse(storeUrl: string, data: string | undefined, limits: KeepLimits): Promise<void> {
  await withContents(data, async (contents) => {
    const removeContents = async (media: readonly MediaKey[]): Promise<void> => contents.remove(media);
    return withDocuments(data, async (records) =>
      withClickHouse(storeUrl, async (database) => {
        const documents = new TraceDocuments(records);
        const total = new PruneTotal();
        const observations = new ClickHouseArchive(database, records);
        await finishRemovals({ observations, records, mediaContents: contents });
        const parts = { database, records, documents, removeContents, limits, clock: new ArrivalClock() };
        for await (const step of pruneOld(parts)) total.add(step);
        await giveBack(database);
        report(total, limits, (await storedBytes(database)) + (await mediaBytes(records)));
      }),
    );
  });
}

function report(total: PruneTotal, limits: KeepLimits, bytes: number): void {
  const lines = total.lines(limits);
  if (lines.length === 0) lines.push("no data is over the limits");
  say(`${[...lines, `${bytes} bytes of data are left`].join("\n")}\n`);
}

function given<T>(text: string | undefined, read: (text: string) => T): T | undefined {
  return text === undefined ? undefined : read(text);
}
