import { logger, resolveSetting, SvcHeaders } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import { createRequire } from "node:module";
import { isMainThread } from "node:worker_threads";
import type { Spool } from "../../delivery/spool.ts";
import type * as Disk from "./spool/disk-spool.ts";

/**
 * Opens the spool of the settings. Returns undefined when there is none, and when it cannot be used, which a line says: spans then
 * wait in memory alone. The code is a file of its own, which a process without a spool does not load.
 */
export function openSpool(url: string, headers: Readonly<Record<string, string>>): Spool | undefined {
  const folder = resolveSetting(settings.spoolDirectory).value;
  // The main thread keeps the spans of its workers.
  if (folder === undefined || !isMainThread) return undefined;
  const maxBytes = resolveSetting(settings.maxSpoolSizeBytes).value;
  try {
    const { DiskSpool } = loadDisk();
    return new DiskSpool({ folder, maxBytes, destination: `${url} ${headers[SvcHeaders.PUBLIC_KEY]}` });
  } catch (error) {
    logger.error(`SVC_SPOOL_DIR is ignored, and spans wait in memory alone: ${(error as Error).message}`);
    return undefined;
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
