import type * as ChildProcesses from "node:child_process";
import { preloadedFile } from "./preload-file.ts";

/** Normalized arguments of Node's `spawn()` and `execFile()`. */
interface SpawnOptions {
  readonly file?: string;
  /** Arguments; the first one is the name of the program. */
  readonly args?: readonly string[];
  readonly envPairs?: readonly string[];
}

interface Spawning {
  spawn: (this: unknown, options: SpawnOptions) => unknown;
}

/** Names of the preload in arguments and in `NODE_OPTIONS`. */
const NAMES = /@svc[\\/]register/;

/** Environment entries without which a process cannot send anything: a key of the service, or a destination of the application's own. */
const DESTINATION = /^(?:(?:OTEL_)?SVC_SECRET_KEY|OTEL_EXPORTER_OTLP_(?:TRACES_)?ENDPOINT|OTEL_TRACES_EXPORTER)=/;

/**
 * Passes the preload on to child processes that run the same Node. `fork()` already passes Node's options on; `spawn()` and
 * `execFile()` do not. The environment of the children stays as the application sets it.
 */
export function passOnToChildren(): void {
  const file = preloadedFile();
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
  const hasDestination = envPairs.some((pair) => DESTINATION.test(pair));
  const isPreloaded = [...args, ...envPairs.filter((pair) => pair.startsWith("NODE_OPTIONS="))].some(
    (text) => NAMES.test(text) || text.includes(file),
  );
  if (!hasDestination || isPreloaded) return options;
  const [name, ...rest] = args as string[];
  return { ...options, args: [name!, "--require", file, ...rest] };
}
