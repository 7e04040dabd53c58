import type { WriterClient } from "./writer-client.ts";

/** What is kept. */
export interface KeepLimits {
  /** Days for projects without a retention of their own; null for ever. */
  keepDays: number | null;
  /** Bytes that the database may fill; null for no limit. */
  maxBytes: number | null;
}

/** What is kept unless something else is asked for: 30 days, 4 GiB. */
export const DEFAULT_LIMITS: KeepLimits = { keepDays: 30, maxBytes: 4 * 1024 ** 3 };

const EVERY_MS = 10 * 60 * 1_000;

/** So many bytes of exports are stored between two looks at the size. */
const EVERY_BYTES = 64 * 1024 * 1024;

/** Keeps the database within its limits while the service runs, and says what it removes. */
export class Housekeeping {
  readonly #writer: WriterClient;
  readonly #limits: KeepLimits;
  readonly #log: (line: string) => void;
  readonly #timer: NodeJS.Timeout;
  #bytes = 0;

  constructor(writer: WriterClient, limits: KeepLimits, log: (line: string) => void) {
    this.#writer = writer;
    this.#limits = limits;
    this.#log = log;
    this.#timer = setInterval(() => void this.run(), EVERY_MS).unref();
  }

  /** Counts what was stored. */
  stored(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes < EVERY_BYTES) return;
    this.#bytes = 0;
    void this.run();
  }

  /** Removes what is over the limits. Never rejects. */
  async run(): Promise<void> {
    try {
      const report = await this.#writer.prune({ ...this.#limits, now: Date.now() });
      for (const line of pruneLines(report, this.#limits)) this.#log(line);
    } catch (error) {
      this.#log(
        `what is over the limits could not be removed: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/** What was removed, in words; nothing when nothing was. */
export function pruneLines({ old, overflow }: { old: number; overflow: number }, limits: KeepLimits): string[] {
  const lines: string[] = [];
  if (old > 0) lines.push(`removed ${old} observations that were too old (--keep-days ${limits.keepDays ?? 0})`);
  if (overflow > 0) {
    const size = formatSize(limits.maxBytes ?? 0);
    lines.push(`removed the ${overflow} oldest observations to stay below ${size} (--max-size ${size})`);
  }
  return lines;
}

const UNITS = ["", "KB", "MB", "GB"];

/** Bytes in the largest unit that they make a whole number of. */
export function formatSize(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes === 0 ? 0 : trailingThousands(bytes));
  return `${bytes / 1024 ** unit}${UNITS[unit]}`;
}

function trailingThousands(bytes: number): number {
  let count = 0;
  for (let rest = bytes; rest % 1024 === 0; rest /= 1024) count += 1;
  return count;
}

/** Reads a size such as `500MB` or `2GB`; undefined for any other text. A unit is 1024 of the one before. */
export function parseSize(text: string): number | undefined {
  const match = /^(\d{1,9})\s*(|KB|MB|GB)$/i.exec(text.trim());
  return match ? Number(match[1]) * 1024 ** UNITS.indexOf((match[2] ?? "").toUpperCase()) : undefined;
}
