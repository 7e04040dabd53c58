import { randomUUID } from "node:crypto";
import type * as Api from "@svc/core/api";
import { type HttpError, invalidParameter, namedError, notFound } from "../../http/http-errors.ts";
import { isoTime } from "../../http/iso-time.ts";
import { LOCAL_ORGANIZATION, LOCAL_PROJECT } from "../../storage/local-project.ts";
import type { Records } from "../../storage/records.ts";
import { type KeyPair, createKeyPair, deleteApiKey, insertApiKey, listApiKeys } from "../../resources/api-keys.ts";
import { isRemovalUnfinished, removeProject } from "../../resources/project-removal.ts";
import { type Project, findProject, insertProject, projectPresence, updateProject } from "../../resources/projects.ts";
import { PUBLISHED, isPublished } from "../published-keys.ts";
import { Answer } from "../routing/answer.ts";
import { type Route, route } from "../routing/route.ts";
import { onConflict } from "../write-conflict.ts";
import { apiKeyAnswer } from "./api-key-answer.ts";

export const projectRoutes: readonly Route[] = [
  /** Returns the project of the request's keys, as a list of one. */
  route("projects_get", async ({ service, projectId }) => ({
    data: [projectAnswer(await findProjectOr404(service.records, projectId))],
  })),

  route("projects_create", async ({ service, body }) => {
    const { name, metadata, retention } = body;
    const now = Date.now();
    const project: Project = {
      id: randomUUID(),
      name,
      metadata: metadata ?? {},
      retentionDays: retention,
      createdAt: now,
      updatedAt: now,
    };
    await onConflict(service.records.write([insertProject(project)]), () => nameTaken(name));
    return new Answer(201, projectAnswer(project));
  }),

  route("projects_update", async ({ service, params: { projectId }, body }) => {
    const { name, metadata, retention } = body;
    const { id } = await findProjectOr404(service.records, projectId);
    const change = { name, metadata: metadata === undefined ? undefined : (metadata ?? {}), retentionDays: retention };
    await onConflict(service.records.write([updateProject(id, change, Date.now())]), () => nameTaken(name));
    return projectAnswer(await findProjectOr404(service.records, id));
  }),

  /** Deletes a project with all its data. Throws for the local project, which the keys that everyone knows open. */
  route("projects_delete", async ({ service, params: { projectId } }) => {
    if (projectId === LOCAL_PROJECT.id) {
      throw namedError("NotImplementedError", "The local project cannot be deleted: the service always has it");
    }
    // A repeated request finishes a deletion that was interrupted.
    if (!(await isRemovalUnfinished(service, projectId))) await findProjectOr404(service.records, projectId);
    await removeProject(service, projectId);
    return new Answer(202, { success: true, message: "Project deleted" });
  }),

  route("projects_getApiKeys", async ({ service, params: { projectId } }) => {
    const { id } = await findProjectOr404(service.records, projectId);
    return { apiKeys: (await listApiKeys(service.records, id)).map(apiKeyAnswer) };
  }),

  route("projects_createApiKey", async ({ service, params: { projectId }, body = {} }) => {
    const project = await findProjectOr404(service.records, projectId);
    const { note = null, publicKey, secretKey } = body;
    const isGiven = publicKey !== undefined && secretKey !== undefined;
    const keys = isGiven ? checkedKeys({ publicKey, secretKey }) : createKeyPair();
    const { record, statement } = insertApiKey(keys, project.id, note);
    await onConflict(service.records.write([projectPresence(project.id), statement]), (conflict) =>
      conflict.reason === "unchanged"
        ? unknownProject(project.id)
        : namedError("SvcConflictError", "One of these keys exists already"),
    );
    const { id, createdAt, displaySecretKey } = record;
    return new Answer(201, { id, createdAt: isoTime(createdAt), ...keys, displaySecretKey, note });
  }),

  route("projects_deleteApiKey", async ({ service, params: { projectId, apiKeyId } }) => {
    const { id } = await findProjectOr404(service.records, projectId);
    await onConflict(service.records.write([deleteApiKey(id, apiKeyId)]), () => notFound("key", apiKeyId));
    return { success: true };
  }),
];

/** Minimum number of characters of a secret key. A key that can be guessed could be found from its hash. */
const MIN_SECRET_CHARACTERS = 16;

function checkedKeys(keys: KeyPair): KeyPair {
  // The public key ends at the first colon of what clients send.
  if (!/^pk-[!-9;-~]+$/.test(keys.publicKey)) {
    throw invalidParameter("publicKey", "it starts with pk- and has only visible ASCII characters, without a colon");
  }
  if (!/^sk-[!-~]+$/.test(keys.secretKey)) {
    throw invalidParameter("secretKey", "it starts with sk- and has only visible ASCII characters");
  }
  if (keys.secretKey.length < MIN_SECRET_CHARACTERS) {
    throw invalidParameter("secretKey", `it has at least ${MIN_SECRET_CHARACTERS} characters`);
  }
  if (isPublished(keys)) throw invalidParameter("publicKey", `the pair ${PUBLISHED}`);
  return keys;
}

async function findProjectOr404(records: Records, id: string): Promise<Project> {
  const project = await findProject(records, id);
  if (project === undefined) throw unknownProject(id);
  return project;
}

function unknownProject(id: string): HttpError {
  return namedError("SvcNotFoundError", `There is no project ${id}`);
}

function nameTaken(name: string): HttpError {
  return namedError("SvcConflictError", `The organization has a project ${name} already`);
}

function projectAnswer({ id, name, metadata, retentionDays }: Project): Api.Project {
  return { id, name, organization: LOCAL_ORGANIZATION, metadata, ...(retentionDays !== null && { retentionDays }) };
}
