import type { WorkerOptions } from "node:worker_threads";

// About twice what the most wasteful body within the size limit takes once decoded, whatever the machine's own default is.
const MAX_OLD_GENERATION_MB = 2_048;

/**
 * How the service starts a thread with this data. It needs none of what the application preloads with --import or --require, and
 * Node 22 would warn that its SQLite is an experiment once more for every thread.
 */
export function workerOptions(workerData: unknown): WorkerOptions {
  return {
    workerData,
    execArgv: ["--disable-warning=ExperimentalWarning"],
    resourceLimits: { maxOldGenerationSizeMb: MAX_OLD_GENERATION_MB },
  };
}
