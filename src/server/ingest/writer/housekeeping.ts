import type { MediaKey } from "../../storage/pruning/media-pruning.ts";
import type { WriterClient } from "./writer-client.ts";

/** Limits for the data to keep. */
export interface KeepLimits {
  /** Days for projects without a retention of their own; null for ever. */
  keepDays: number | null;
  /** Maximum bytes of the database and the contents of media; null for no limit. */
  maxBytes: number | null;
}

/** Default limits: 30 days, 4 GiB. */
export const DEFAULT_LIMITS: KeepLimits = { keepDays: 30, maxBytes: 4 * 1024 ** 3 };

const EVERY_MS = 10 * 60 * 1_000;

/**
 * Maximum bytes of exports and media to store between two checks of the size. With a small limit, `EVERY_PART` of the limit.
 */
const EVERY_BYTES = 64 * 1024 * 1024;
const EVERY_PART = 0.02;

/** Function that removes the contents of media whose records have been removed. */
export type RemoveContents = (media: readonly MediaKey[]) => Promise<void>;

/** Housekeeping of the database and the media: keeps them within their limits while the service runs, and logs its removals. */
export class Housekeeping {
  readonly #writer: WriterClient;
  readonly #removeContents: RemoveContents;
  readonly #limits: KeepLimits;
  readonly #log: (line: string) => void;
  readonly #timer: NodeJS.Timeout;
  #bytes = 0;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(writer: WriterClient, removeContents: RemoveContents, limits: KeepLimits, log: (line: string) => void) {
    this.#writer = writer;
    this.#removeContents = removeContents;
    this.#limits = limits;
    this.#log = log;
    this.#timer = setInterval(() => void this.run(), EVERY_MS).unref();
  }

  /** Counts stored bytes, and starts a run when enough bytes have been stored since the last run. */
  stored(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes >= Math.min(EVERY_BYTES, (this.#limits.maxBytes ?? Infinity) * EVERY_PART)) void this.run();
  }

  /** Removes the data over the limits, or joins the run that is under way. Never rejects. */
  async run(): Promise<void> {
    if (this.#isStopped) return;
    this.#running ??= this.#prune().finally(() => (this.#running = undefined));
    await this.#running;
  }

  /** Stops after the step that is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #prune(): Promise<void> {
    const total = { old: 0, overflow: 0, media: 0 };
    this.#bytes = 0;
    try {
      for await (const { old, overflow, media } of this.#writer.prune({ ...this.#limits, now: Date.now() })) {
        total.old += old;
        total.overflow += overflow;
        total.media += media.length;
        if (media.length > 0) await this.#removeContents(media);
        if (this.#isStopped) break;
      }
    } catch (error) {
      this.#log(
        `what is over the limits could not be removed: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    for (const line of pruneLines(total, this.#limits)) this.#log(line);
  }
}

/** Returns log lines about removed data; empty when no data was removed. */
export function pruneLines(
  { old, overflow, media }: { old: number; overflow: number; media: number },
  limits: KeepLimits,
): string[] {
  const lines: string[] = [];
  if (old > 0) lines.push(`removed ${old} observations that were too old (--keep-days ${limits.keepDays ?? 0})`);
  if (overflow > 0) {
    const size = formatSize(limits.maxBytes ?? 0);
    lines.push(`removed the ${overflow} oldest observations to stay below ${size} (--max-size ${size})`);
  }
  if (media > 0) lines.push(`removed ${media} media that no trace and no dataset item uses any more`);
  return lines;
}

const UNITS = ["", "KB", "MB", "GB"];

/** Formats a size in the largest unit that gives a whole number. */
export function formatSize(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes === 0 ? 0 : trailingThousands(bytes));
  return `${bytes / 1024 ** unit}${UNITS[unit]}`;
}

function trailingThousands(bytes: number): number {
  let count = 0;
  for (let rest = bytes; rest % 1024 === 0; rest /= 1024) count += 1;
  return count;
}

/** Parses a size such as `500MB` or `2GB`, in bytes; undefined for any other text. Each unit is 1024 times the one before. */
export function parseSize(text: string): number | undefined {
  const match = /^(\d{1,9})\s*(|KB|MB|GB)$/i.exec(text.trim());
  return match ? Number(match[1]) * 1024 ** UNITS.indexOf((match[2] ?? "").toUpperCase()) : undefined;
}
