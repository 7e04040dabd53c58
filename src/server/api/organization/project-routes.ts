import { randomUUID } from "node:crypto";
import { type HttpError, invalidParameter, namedError, notFound } from "../../http/http-errors.ts";
import { isoTime } from "../../http/iso-time.ts";
import { LOCAL_ORGANIZATION, LOCAL_PROJECT } from "../../storage/local-project.ts";
import { type Records, WriteConflict } from "../../storage/records.ts";
import { type ApiKey, createKeyPair, deleteApiKey, insertApiKey, listApiKeys } from "../../stores/api-keys.ts";
import type { KeyPair } from "../../stores/key-pair.ts";
import {
  type Project,
  deleteProjectStatements,
  findProject,
  insertProject,
  updateProject,
} from "../../stores/projects.ts";
import { Answer, type ApiRequest, type Route } from "../route.ts";

/** Projects and their keys. */
export const projectRoutes: readonly Route[] = [
  { operation: "projects_get", handle: ownProject },
  { operation: "projects_create", handle: create },
  { operation: "projects_update", handle: update },
  { operation: "projects_delete", handle: remove },
  { operation: "projects_getApiKeys", handle: listKeys },
  { operation: "projects_createApiKey", handle: createKey },
  { operation: "projects_deleteApiKey", handle: removeKey },
];

interface ProjectRequest {
  name: string;
  metadata?: Record<string, unknown> | null;
  retention?: number;
}

/** Returns the project of the request's keys, as a list of one. */
function ownProject({ service, projectId }: ApiRequest): unknown {
  return { data: [answer(existing(service.records, projectId))] };
}

async function create({ service, body }: ApiRequest): Promise<unknown> {
  const { name, metadata, retention = 0 } = body as ProjectRequest;
  const now = Date.now();
  const project: Project = {
    id: randomUUID(),
    name,
    metadata: metadata ?? {},
    retentionDays: retention,
    createdAt: now,
    updatedAt: now,
  };
  await written(service.records.write([insertProject(project)]), name);
  return new Answer(201, answer(project));
}

async function update({ service, params, body }: ApiRequest): Promise<unknown> {
  const { name, metadata, retention } = body as ProjectRequest;
  const { id } = existing(service.records, params["projectId"] ?? "");
  const change = { name, metadata: metadata === undefined ? undefined : (metadata ?? {}), retentionDays: retention };
  await written(service.records.write([updateProject(id, change, Date.now())]), name);
  return answer(existing(service.records, id));
}

/** Deletes a project with all its data. Throws for the local project, which the keys that everyone knows open. */
async function remove({ service, params }: ApiRequest): Promise<unknown> {
  const { id } = existing(service.records, params["projectId"] ?? "");
  if (id === LOCAL_PROJECT.id) {
    throw namedError("NotImplementedError", "The local project cannot be deleted: the service always has it");
  }
  await service.records.write(deleteProjectStatements(id));
  await service.mediaContents.removeProject(id);
  return new Answer(202, { success: true, message: "Project deleted" });
}

function listKeys({ service, params }: ApiRequest): unknown {
  const { id } = existing(service.records, params["projectId"] ?? "");
  return { apiKeys: listApiKeys(service.records, id).map(keySummary) };
}

async function createKey({ service, params, body }: ApiRequest): Promise<unknown> {
  const { id: projectId } = existing(service.records, params["projectId"] ?? "");
  const { note = null, publicKey, secretKey } = (body ?? {}) as Partial<KeyPair> & { note?: string | null };
  const isGiven = publicKey !== undefined && secretKey !== undefined;
  const keys = isGiven ? checkedKeys({ publicKey, secretKey }) : createKeyPair();
  const { record, statement } = insertApiKey(keys, projectId, note);
  try {
    await service.records.write([statement]);
  } catch (error) {
    throw error instanceof WriteConflict ? namedError("SvcConflictError", "One of these keys exists already") : error;
  }
  const { id, createdAt, displaySecretKey } = record;
  return new Answer(201, { id, createdAt: isoTime(createdAt), ...keys, displaySecretKey, note });
}

async function removeKey({ service, params }: ApiRequest): Promise<unknown> {
  const { id } = existing(service.records, params["projectId"] ?? "");
  const keyId = params["apiKeyId"] ?? "";
  try {
    await service.records.write([deleteApiKey(id, keyId)]);
  } catch (error) {
    throw error instanceof WriteConflict ? notFound("key", keyId) : error;
  }
  return { success: true };
}

/** Returns a key pair as lists show it: without its secret key. */
export function keySummary({ id, createdAt, publicKey, displaySecretKey, note }: ApiKey): unknown {
  return { id, createdAt: isoTime(createdAt), expiresAt: null, lastUsedAt: null, note, publicKey, displaySecretKey };
}

/** Fewest characters of a secret key. A key that can be guessed could be found from its hash. */
const SHORTEST_SECRET = 16;

function checkedKeys(keys: KeyPair): KeyPair {
  if (!keys.publicKey.startsWith("pk-")) throw invalidParameter("publicKey", "it starts with pk-");
  if (!keys.secretKey.startsWith("sk-")) throw invalidParameter("secretKey", "it starts with sk-");
  if (keys.secretKey.length < SHORTEST_SECRET) {
    throw invalidParameter("secretKey", `it has at least ${SHORTEST_SECRET} characters`);
  }
  return keys;
}

function existing(records: Records, id: string): Project {
  const project = findProject(records, id);
  if (project === undefined) throw namedError("SvcNotFoundError", `There is no project ${id}`);
  return project;
}

async function written(write: Promise<unknown>, name: string): Promise<void> {
  try {
    await write;
  } catch (error) {
    throw error instanceof WriteConflict ? nameTaken(name) : error;
  }
}

function nameTaken(name: string): HttpError {
  return namedError("SvcConflictError", `The organization has a project ${name} already`);
}

function answer({ id, name, metadata, retentionDays }: Project): unknown {
  return { id, name, organization: LOCAL_ORGANIZATION, metadata, ...(retentionDays !== null && { retentionDays }) };
}
