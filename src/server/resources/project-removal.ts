import type { ProjectData } from "../storage/project-data.ts";
import { Documents } from "../storage/documents.ts";
import { LOCAL_ORGANIZATION } from "../storage/local-project.ts";
import type { StoragePorts } from "../storage/storage-ports.ts";
import { deleteProjectStatements, findProject } from "./projects.ts";

/** Storage that a project has data in. */
export interface RemovalStorage extends Pick<StoragePorts, "records" | "mediaContents"> {
  observations: ProjectData;
}

/** Removal of a project. Its id is that of the project, its parent record the organization. */
interface Removal {
  /** True when everything that was stored has been removed once. */
  isDone: boolean;
}

const removals = new Documents<Removal>("removed-project");
const OWNER = LOCAL_ORGANIZATION.id;

/** Time for which each run of the retention removes the data of a removed project again, in milliseconds: a week. */
const REPEATED_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * Removes a project with everything that it has. Project and keys go first, so that nothing new is let in. A request that was let in
 * before removes what it stores itself ({@link removeIfGone}). A removal that was interrupted is finished by the next call, or by the
 * retention.
 */
export async function removeProject(storage: RemovalStorage, id: string): Promise<void> {
  const { statement } = removals.insertion(OWNER, { isDone: false }, { id, isShared: true });
  await storage.records.write([...deleteProjectStatements(id), statement]);
  await removeData(storage, id);
  await removals.change(storage.records, OWNER, id, () => ({ isDone: true }));
}

/** Returns true for a project that does not exist any more, but has data: its removal was interrupted. */
export async function isRemovalUnfinished({ records, observations }: RemovalStorage, id: string): Promise<boolean> {
  const removal = await removals.find(records, OWNER, id);
  return removal?.content.isDone === false || (await observations.hasData(id));
}

/**
 * Removes what a request has stored for a project that was removed meanwhile, maybe by another process. Returns true for such a project.
 * The removal of the project either came after the request had stored its data, and has found them, or is seen here. Never rejects:
 * without an answer of a database, the retention finds what is left.
 */
export async function removeIfGone(storage: RemovalStorage, id: string): Promise<boolean> {
  let isGone = false;
  try {
    isGone = (await findProject(storage.records, id)) === undefined;
    if (!isGone) return false;
    await storage.records.write(deleteProjectStatements(id));
    await removeData(storage, id);
  } catch {
    // The request has its answer.
  }
  return isGone;
}

/** Removes the data of recently removed projects once more: those of removals and of requests that a crash has interrupted. */
export async function finishRemovals(storage: RemovalStorage): Promise<void> {
  const { records } = storage;
  for (const { id, content, createdAt } of await removals.all(records, OWNER)) {
    // An import can bring a project back.
    const isBack = (await findProject(records, id)) !== undefined;
    if (!isBack) await removeData(storage, id);
    if (isBack || createdAt < Date.now() - REPEATED_MS) await removals.remove(records, OWNER, id);
    else if (!content.isDone) await removals.change(records, OWNER, id, () => ({ isDone: true }));
  }
}

async function removeData({ observations, mediaContents }: RemovalStorage, id: string): Promise<void> {
  await observations.deleteProject(id);
  await mediaContents.removeProject(id);
}
