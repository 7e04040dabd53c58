import { SILENT, type Progress } from "../../experiment/progress.ts";

/**
 * Starts a progress bar on standard error. The bar needs a terminal, also when `isWanted` is true; without one, progress
 * is silent.
 */
export function startProgress(label: string, total: number, isWanted: boolean | undefined): Progress {
  return isWanted === false || !process.stderr.isTTY || total === 0 ? SILENT : new ProgressBar(label, total);
}

/** Columns of the bar itself. */
const WIDTH = 40;
/** Shortest time between two drawings, in milliseconds. */
const INTERVAL_MS = 100;
const CLEAR_LINE = "\r\u001B[K";

/** Bar with the number of finished items and the time that the others will take, on one line, which goes away at the end. */
class ProgressBar implements Progress {
  readonly #label: string;
  readonly #total: number;
  readonly #startedAt = performance.now();
  #drawnAt = 0;
  #finished = 0;

  constructor(label: string, total: number) {
    this.#label = label.replaceAll(/\s+/g, " ");
    this.#total = total;
    this.#draw(this.#startedAt);
  }

  increment(): void {
    this.#finished++;
    const now = performance.now();
    if (now - this.#drawnAt >= INTERVAL_MS) this.#draw(now);
  }

  stop(): void {
    process.stderr.write(CLEAR_LINE);
  }

  #draw(now: number): void {
    this.#drawnAt = now;
    const share = Math.min(1, this.#finished / this.#total);
    const bar = "█".repeat(Math.round(share * WIDTH)).padEnd(WIDTH, "░");
    const remaining = share === 0 ? "" : ` ${durationText(((now - this.#startedAt) / share) * (1 - share))}`;
    const line = `${bar} ${this.#finished}/${this.#total}${remaining} ${this.#label}`;
    // A line that the terminal wraps could not be cleared.
    process.stderr.write(CLEAR_LINE + line.slice(0, (process.stderr.columns || 80) - 1));
  }
}

/** Returns a duration in hours, minutes and seconds, such as `2m 5s`. */
function durationText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const first = parts.findIndex((part) => part > 0);
  return first === -1
    ? "0s"
    : parts
        .map((part, place) => `${part}${"hms"[place]}`)
        .slice(first)
        .join(" ");
}
