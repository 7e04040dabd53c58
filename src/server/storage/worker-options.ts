import type { WorkerOptions } from "node:worker_threads";

// About twice the memory that the largest decoded body within the size limit takes. It replaces the default, which depends on
// the machine.
const MAX_OLD_GENERATION_MB = 2_048;

// V8 lets the space for young objects of each thread grow to about a hundred megabytes, and keeps it. With three times 8 MB the
// service takes as much CPU time for a span.
const MAX_YOUNG_GENERATION_MB = 24;

/**
 * Returns the options for a thread of the service with this data. The thread does not load the modules that the application
 * preloads with --import or --require. The flag keeps Node 22 from repeating its warning about experimental SQLite for every
 * thread.
 */
export function workerOptions(workerData: unknown): WorkerOptions {
  return {
    workerData,
    execArgv: ["--disable-warning=ExperimentalWarning"],
    resourceLimits: {
      maxOldGenerationSizeMb: MAX_OLD_GENERATION_MB,
      maxYoungGenerationSizeMb: MAX_YOUNG_GENERATION_MB,
    },
  };
}
