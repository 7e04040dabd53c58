import { logger } from "@svc/core/internal";
import type * as WorkerThreads from "node:worker_threads";
import type { PreloadConfig } from "../config.ts";
import { isMainThread } from "../processes/main-thread.ts";
import { problemOf, setOptions } from "./config-checks.ts";
import { findConfigFile } from "./config-file.ts";
import { loadConfig, loadFile, type LoadedConfig } from "./load-config.ts";
import { preloadOptions, setOptionsFile, setPreloadOptions } from "./preload-options.ts";

/**
 * Takes the options of the configuration file and those given in code, which come before. Returns false, after one log line, when some cannot
 * be used: without a mask that somebody wanted, nothing may be sent.
 */
export function takeOptions(given: PreloadConfig): boolean {
  if (!areUsable(given)) return false;
  const ofMain = isMainThread() ? undefined : optionsOfMainThread();
  if (ofMain?.isCode === true && setOptions(given).length === 0) {
    logger.error(
      "Nothing is traced in this worker thread: the options given to start() in the main thread do not reach it. Move them to svc.config.mjs, or call start() with them before the worker does anything else.",
    );
    return false;
  }
  const loaded = ofMain?.path === undefined ? loadConfig() : loadFile(ofMain.path);
  if (loaded !== undefined || setOptions(given).length > 0) shareWithWorkers(given);
  const options = loaded instanceof Promise ? joinedLater(loaded, given) : joined(loaded, given);
  if (options === undefined) return false;
  setPreloadOptions(options);
  return true;
}

/** Adds options that are given after the start. Returns them; undefined, after one log line, when some cannot be used. */
export function addOptions(given: PreloadConfig): PreloadConfig | undefined {
  if (!areUsable(given)) return undefined;
  shareWithWorkers(given);
  const before = preloadOptions();
  // Options that are still being loaded belong to a processor that already knows the given ones.
  if (!(before instanceof Promise)) setPreloadOptions({ ...before, ...given });
  return given;
}

function areUsable(given: PreloadConfig): boolean {
  const problem = problemOf(given);
  if (problem === undefined) return true;
  logger.error(`Nothing is traced: the options given to start() cannot be used: ${problem}. Correct them.`);
  return false;
}

async function joinedLater(loading: Promise<LoadedConfig>, given: PreloadConfig): Promise<PreloadConfig | undefined> {
  return joined(await loading, given);
}

function joined(loaded: LoadedConfig | undefined, given: PreloadConfig): PreloadConfig | undefined {
  if (loaded === undefined) return given;
  if ("problem" in loaded) {
    logger.error(
      `Nothing is traced: ${loaded.path} cannot be used: ${loaded.problem}. Correct it; npx @svc/register doctor checks it.`,
    );
    return undefined;
  }
  setOptionsFile(loaded.path);
  return { ...loaded.config, ...given };
}

/** Options of the main thread, as its workers see them: a program of a dependency, run in a thread, would not find the file. */
interface MainThreadOptions {
  readonly path?: string | undefined;
  /** True when code gave options. Functions reach no other thread. */
  readonly isCode?: boolean;
}

const KEY = "svc.config";

function optionsOfMainThread(): MainThreadOptions | undefined {
  return threads().getEnvironmentData(KEY) as MainThreadOptions | undefined;
}

function shareWithWorkers(given: PreloadConfig): void {
  const shared = optionsOfMainThread();
  const isCode = setOptions(given).length > 0 || shared?.isCode === true;
  threads().setEnvironmentData(KEY, { path: shared?.path ?? findConfigFile()?.path, isCode });
}

function threads(): typeof WorkerThreads {
  return require("node:worker_threads") as typeof WorkerThreads;
}
