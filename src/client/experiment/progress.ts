/** Progress bar, or a silent substitute. */
export interface Progress {
  increment(): void;
  stop(): void;
}

/** Substitute where no progress is shown. */
export const SILENT: Progress = { increment() {}, stop() {} };
