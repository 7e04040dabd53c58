import type * as WorkerThreads from "node:worker_threads";

/** Last major version of Node whose workers are known to mark the functions of `process` that they do not have. */
const LAST_MARKED = 26;

/**
 * Returns true in the main thread. Node marks what a worker cannot call: the mark spares the start of the preload a tenth of its
 * time, which loading `node:worker_threads` takes.
 */
export function isMainThread(): boolean {
  const { node, bun, deno }: Readonly<Record<string, string | undefined>> = process.versions;
  const isKnown = bun === undefined && deno === undefined && Number.parseInt(node ?? "", 10) <= LAST_MARKED;
  if (isKnown) return Reflect.get(Reflect.get(process, "chdir"), "disabled") !== true;
  return (require("node:worker_threads") as typeof WorkerThreads).isMainThread;
}
