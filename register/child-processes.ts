import type * as ChildProcesses from "node:child_process";

/** What `spawn()` and `execFile()` of Node make of their arguments. */
interface SpawnOptions {
  readonly file?: string;
  /** The first is the name of the program. */
  readonly args?: readonly string[];
  readonly envPairs?: readonly string[];
}

interface Spawning {
  spawn: (this: unknown, options: SpawnOptions) => unknown;
}

/** Names by which the preload is asked for, in arguments and in `NODE_OPTIONS`. */
const NAMES = /@svc[\\/]register/;

/** Without these in its environment a process has nothing to send with. */
const KEYS = ["SVC_PUBLIC_KEY=", "SVC_SECRET_KEY="];

let preloadFile: string | undefined;

/** Says that this file was preloaded: started from code instead, there may be no file that a child could preload. */
export function preloadedBy(file: string): void {
  preloadFile = file;
}

/**
 * Hands the preload on to the processes of the same Node that the application starts, as `fork()` does with the options of
 * Node: with `spawn()` and `execFile()` they would not have it. Their environment stays as the application gives it.
 */
export function passOnToChildren(): void {
  const file = preloadFile;
  if (file === undefined) return;
  const { ChildProcess } = require("node:child_process") as typeof ChildProcesses;
  const prototype = ChildProcess.prototype as unknown as Spawning;
  const { spawn } = prototype;
  prototype.spawn = function (options) {
    return Reflect.apply(spawn, this, [withPreload(options, file)]);
  };
}

function withPreload(options: SpawnOptions, file: string): SpawnOptions {
  const { file: program, args, envPairs } = options;
  const isThisNode = program === process.execPath || program === process.argv0;
  if (!isThisNode || !Array.isArray(args) || !Array.isArray(envPairs)) return options;
  const hasKeys = KEYS.every((key) => envPairs.some((pair) => pair.startsWith(key)));
  const isPreloaded = [...args, ...envPairs.filter((pair) => pair.startsWith("NODE_OPTIONS="))].some(
    (text) => NAMES.test(text) || text.includes(file),
  );
  if (!hasKeys || isPreloaded) return options;
  const [name, ...rest] = args as string[];
  return { ...options, args: [name!, "--require", file, ...rest] };
}
