import { logger, resolveSetting, SvcHeaders } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import { createRequire } from "node:module";
import { isMainThread } from "node:worker_threads";
import { NO_KEEPER, type BatchKeeper } from "../delivery/batch-keeper.ts";
import type * as Disk from "./disk-spool.ts";

/**
 * Opens the spool of the settings. Returns the keeper that keeps nothing when the settings name no folder, and when the folder cannot be
 * used, which is logged: spans then wait in memory only. The code of the spool is a file of its own, which a process without one does not
 * load.
 */
export function openKeeper(url: string, headers: Readonly<Record<string, string>>): BatchKeeper {
  const folder = resolveSetting(settings.spoolDirectory).value;
  // The main thread keeps the spans of its workers.
  if (folder === undefined || !isMainThread) return NO_KEEPER;
  const maxBytes = resolveSetting(settings.maxSpoolSizeBytes).value;
  try {
    const { DiskSpool } = loadDisk();
    return new DiskSpool({ folder, maxBytes, destination: `${url} ${headers[SvcHeaders.PUBLIC_KEY]}` });
  } catch (error) {
    logger.error(`SVC_SPOOL_DIR is ignored, and spans wait only in memory: ${(error as Error).message}`);
    return NO_KEEPER;
  }
}

function loadDisk(): typeof Disk {
  try {
    const load = createRequire(import.meta.url);
    return load("@svc/otel/internal/spool") as typeof Disk;
  } catch {
    throw new Error("the application's bundle lacks @svc/otel/internal/spool. Leave @svc/otel out of the bundle.");
  }
}
