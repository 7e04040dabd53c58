import { logger, withoutTracing } from "@svc/core/internal";
import { renameSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { parseLockName, parseSpansName, spansName } from "./spool-names.ts";
import { isOwnerAlive, removeLock, type SpoolOwner } from "./spool-owner.ts";

/** File that was taken over. */
export interface TakenFile {
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
}

/**
 * Takes over the files of owners that have ended, for one destination, and returns them. A file is renamed, which succeeds for one
 * process alone, and has its new owner from that moment on.
 *
 * @param nextNumber Returns a number that no file of the owner has.
 */
export async function takeOverFiles(
  folder: string,
  owner: SpoolOwner,
  destination: string,
  nextNumber: () => number,
): Promise<TakenFile[]> {
  const names = await withoutTracing(() => readdir(folder));
  const byOwner = Map.groupBy(
    names.flatMap((name) => parseSpansName(name) ?? []),
    (file) => file.owner,
  );
  const owners = new Set([...byOwner.keys(), ...names.flatMap((name) => parseLockName(name) ?? [])]);
  owners.delete(owner.name);
  const taken: TakenFile[] = [];
  let forOthers = 0;
  for (const other of owners) {
    if (await withoutTracing(() => isOwnerAlive(folder, other))) continue;
    const files = byOwner.get(other) ?? [];
    const ours = files.filter((file) => file.destination === destination);
    forOthers += files.length - ours.length;
    for (const { name } of ours) {
      owner.lock();
      const path = join(folder, spansName(owner.name, destination, nextNumber()));
      const size = take(join(folder, name), path);
      if (size !== undefined) taken.push({ path, size });
    }
    if (files.length === ours.length) removeLock(folder, other);
  }
  if (forOthers > 0) {
    logger.warnOnce(
      `Files of the spool wait for a process with the SVC_BASE_URL and SVC_PUBLIC_KEY of the one that wrote them: ${forOthers} in ${folder}`,
    );
  }
  return taken;
}

/** Gives a file a new name. Returns its size, or undefined when another process was faster. */
function take(from: string, to: string): number | undefined {
  try {
    renameSync(from, to);
    return statSync(to).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
