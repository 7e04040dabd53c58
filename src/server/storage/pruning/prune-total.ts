import type { MediaKey } from "../media/media-storage.ts";
import { formatSize } from "./byte-size.ts";
import type { KeepLimits } from "./keep-limits.ts";

/** Trace of an observation that was removed. */
export interface RemovedTrace {
  projectId: string;
  traceId: string;
}

export interface PruneStep {
  /** Number of observations removed because they were too old. */
  old: number;
  /** Number of observations removed because the size was above the limit. */
  overflow: number;
  /** Number of observations removed because their project does not exist. */
  ownerless: number;
  /** Media that nothing uses any more. The caller removes their contents. */
  media: MediaKey[];
  /**
   * Traces without observations now. Empty where the documents are in this database. Elsewhere, the caller removes the documents
   * of these traces.
   */
  ended: RemovedTrace[];
}

/** Amounts of data that the steps of one run have removed. */
export class PruneTotal {
  #old = 0;
  #overflow = 0;
  #ownerless = 0;
  #media = 0;

  add({ old, overflow, ownerless, media }: PruneStep): void {
    this.#old += old;
    this.#overflow += overflow;
    this.#ownerless += ownerless;
    this.addMedia(media);
  }

  /** Adds media that were removed beside the steps. */
  addMedia(media: readonly MediaKey[]): void {
    this.#media += media.length;
  }

  /** Returns a log line for each kind of removed data; empty when no data was removed. */
  lines({ keepDays, maxBytes }: KeepLimits): string[] {
    const lines: string[] = [];
    if (this.#old > 0) lines.push(`removed ${this.#old} observations that were too old (--keep-days ${keepDays ?? 0})`);
    if (this.#overflow > 0) {
      const size = formatSize(maxBytes ?? 0);
      lines.push(`removed the ${this.#overflow} oldest observations to stay below ${size} (--max-size ${size})`);
    }
    if (this.#ownerless > 0)
      lines.push(`removed ${this.#ownerless} observations of projects that do not exist any more`);
    if (this.#media > 0) lines.push(`removed ${this.#media} media that nothing uses any more`);
    return lines;
  }
}
