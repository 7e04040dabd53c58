import type { Reporter, TestSpecification } from "vitest/node";

/** Shortest time between two lines. */
const INTERVAL_MS = 10_000;

/** Writes how far a run of tests is: files that ended, of all, and the time since its start. */
export default class ProgressReporter implements Reporter {
  #files = 0;
  #ended = 0;
  #start = 0;
  #written = 0;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length;
    this.#start = this.#written = performance.now();
  }

  onTestModuleEnd(): void {
    this.#ended += 1;
    const now = performance.now();
    if (now - this.#written < INTERVAL_MS) return;
    this.#written = now;
    const seconds = Math.round((now - this.#start) / 1e3);
    const time = `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, "0")} s`;
    process.stderr.write(`-- ${this.#ended} of ${this.#files} files, ${time}\n`);
  }
}
