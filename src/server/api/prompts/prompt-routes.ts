import { type HttpError, invalidParameter, namedError } from "../../http/http-errors.ts";
import { isoTime, parseIsoTime } from "../../http/iso-time.ts";
import { pageMeta, readPage } from "../../http/paging.ts";
import { type ReadParameters, textParameter } from "../../http/request-validation.ts";
import { type Records, WriteConflict } from "../../storage/records.ts";
import {
  LATEST,
  type PromptMessage,
  type PromptVersion,
  type VersionChoice,
  addLabels,
  deleteVersions,
  findDependents,
  findPrompt,
  findVersions,
  insertPromptVersion,
  listPrompts,
} from "../../stores/prompts.ts";
import { readFolderName } from "../datasets/folder-name.ts";
import { Answer, type ApiRequest, type Route } from "../route.ts";
import { UnresolvedReference, referencesOf, resolvePrompt } from "./prompt-references.ts";

/** Prompts: texts for models, with versions and labels. */
export const promptRoutes: readonly Route[] = [
  { operation: "prompts_get", handle: read },
  { operation: "prompts_delete", handle: remove },
  { operation: "prompts_list", handle: list },
  { operation: "prompts_create", handle: create },
  { operation: "promptVersion_update", handle: label },
];

/** Label of the version that a reader gets without naming one. */
const DEFAULT_LABEL = "production";

/** Prompt names that the service reserves for its pages. */
const RESERVED = ["new", "metrics", "prompt-detail"];

/**
 * Message in a request. The API document tells messages from placeholders, but accepts fields of the other kind, of any type.
 */
interface GivenMessage {
  type?: unknown;
  role?: unknown;
  content?: unknown;
  name?: string;
}

interface CreatePromptRequest {
  name: string;
  prompt: string | GivenMessage[];
  type?: "chat" | "text";
  config?: unknown;
  labels?: string[];
  tags?: string[] | null;
  commitMessage?: string | null;
}

function read({ service, projectId, params, query }: ApiRequest): unknown {
  const name = params["promptName"] ?? "";
  const { version, label: asked } = choiceOf(query);
  if (version !== undefined && asked !== undefined)
    throw invalidParameter("label", "it is not given together with version");
  const choice = version === undefined ? { label: asked ?? DEFAULT_LABEL } : { version };
  const found = findPrompt(service.records, projectId, name, choice);
  if (found === undefined) throw unknownPrompt(name, choice);
  if (query["resolve"] === false) return answer(projectId, found, { prompt: found.prompt, graph: null });
  return answer(projectId, found, resolved(service.records, projectId, found, "SvcConflictError"));
}

function list({ service, projectId, query }: ApiRequest): unknown {
  const page = readPage(query);
  const { prompts, total } = listPrompts(
    service.records,
    projectId,
    {
      name: textParameter(query, "name"),
      label: textParameter(query, "label"),
      tag: textParameter(query, "tag"),
      from: parseIsoTime(textParameter(query, "fromUpdatedAt") ?? ""),
      to: parseIsoTime(textParameter(query, "toUpdatedAt") ?? ""),
    },
    page,
  );
  const meta = pageMeta(page, total);
  return { data: prompts, meta, pagination: meta };
}

async function create({ service, projectId, body }: ApiRequest): Promise<unknown> {
  const {
    prompt: given,
    type = "text",
    config = {},
    labels = [],
    tags,
    commitMessage = null,
    ...rest
  } = body as CreatePromptRequest;
  const name = readFolderName(rest.name, RESERVED);
  if (name.includes("|")) throw invalidParameter("name", "it holds no |");
  const prompt = typeof given === "string" ? given : given.map(asMessage);
  if (typeof prompt !== "string") checkMessages(prompt);
  resolved(service.records, projectId, { id: "", name, version: 0, prompt }, "InvalidRequestError");
  const references = referencesOf(prompt);
  const made = { name, type, prompt, config, labels, tags: tags ?? undefined, commitMessage, references };
  const version = await service.records
    .write(insertPromptVersion(projectId, made, Date.now()))
    .then(([, inserted]) => Number(inserted?.rows[0]?.["version"]))
    .catch((error: unknown) => {
      throw error instanceof WriteConflict ? conflictOf(error, name) : error;
    });
  const stored = findPrompt(service.records, projectId, name, { version });
  return new Answer(201, stored && answer(projectId, stored, { prompt, graph: null }));
}

async function label({ service, projectId, params, body }: ApiRequest): Promise<unknown> {
  const name = params["name"] ?? "";
  const version = Number(params["version"]);
  const { newLabels } = body as { newLabels: string[] };
  if (!Number.isSafeInteger(version) || version < 1)
    throw invalidParameter("version", "a whole number from 1 is expected");
  if (newLabels.includes(LATEST)) throw invalidParameter("newLabels", `${LATEST} is always at the newest version`);
  try {
    await service.records.write(addLabels(projectId, name, version, newLabels, Date.now()));
  } catch (error) {
    throw error instanceof WriteConflict ? unknownPrompt(name, { version }) : error;
  }
  const found = findPrompt(service.records, projectId, name, { version });
  if (found === undefined) throw unknownPrompt(name, { version });
  return answer(projectId, found, { prompt: found.prompt, graph: null });
}

async function remove({ service, projectId, params, query }: ApiRequest): Promise<unknown> {
  const name = params["promptName"] ?? "";
  const choice = choiceOf(query);
  const versions = findVersions(service.records, projectId, name, choice);
  if (versions.length === 0) throw unknownPrompt(name, choice);
  try {
    await service.records.write(deleteVersions(projectId, name, versions));
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error;
    const dependents = findDependents(service.records, projectId, name, versions);
    if (dependents.length === 0) throw unknownPrompt(name, choice);
    const named = dependents.map((dependent) => `${dependent.name} (version ${dependent.version})`).join(", ");
    throw namedError("InvalidRequestError", `Other prompts refer to ${name}: ${named}. Delete or change them first.`);
  }
  return new Answer(204);
}

function choiceOf(query: ReadParameters): VersionChoice {
  const version = query["version"];
  return { version: version === undefined ? undefined : Number(version), label: textParameter(query, "label") };
}

/** Throws a 400 when one name stands for a variable and for a placeholder. */
function checkMessages(messages: readonly PromptMessage[]): void {
  const variables = new Set<string>();
  for (const message of messages) {
    if (!("content" in message)) continue;
    for (const [, name = ""] of message.content.matchAll(/\{\{\s*([\w.-]+)\s*\}\}/g)) variables.add(name);
  }
  for (const message of messages) {
    if ("content" in message || !variables.has(message.name)) continue;
    throw invalidParameter("prompt", `${message.name} is a variable and a placeholder: choose another name for one`);
  }
}

/** Returns the prompt with its references resolved. Throws the named error for a reference that cannot be resolved. */
function resolved(
  records: Records,
  projectId: string,
  prompt: Parameters<typeof resolvePrompt>[0],
  problem: "InvalidRequestError" | "SvcConflictError",
): ReturnType<typeof resolvePrompt> {
  try {
    return resolvePrompt(prompt, ({ name, ...choice }) => findPrompt(records, projectId, name, choice));
  } catch (error) {
    throw error instanceof UnresolvedReference ? namedError(problem, error.message) : error;
  }
}

function conflictOf({ statement }: WriteConflict, name: string): HttpError {
  if (statement === 0) {
    return namedError(
      "InvalidRequestError",
      `${name} has versions of another type; all versions are chat, or all are text`,
    );
  }
  return namedError(
    "SvcConflictError",
    `${name}, or a prompt that it refers to, was changed at the same time: try again`,
  );
}

function unknownPrompt(name: string, { version, label: wanted }: VersionChoice): HttpError {
  const which = [version && `version ${version}`, wanted && `label ${wanted}`].filter(Boolean).join(" and ");
  return namedError("SvcNotFoundError", `Prompt not found: ${name}${which && `, ${which}`}`);
}

function answer(
  projectId: string,
  { createdAt, updatedAt, ...found }: PromptVersion,
  { prompt, graph }: ReturnType<typeof resolvePrompt>,
): unknown {
  const { id, name, version, type, config, labels, tags, commitMessage } = found;
  return {
    id,
    projectId,
    name,
    version,
    type,
    prompt,
    config,
    labels,
    tags,
    commitMessage,
    resolutionGraph: graph,
    isActive: labels.includes(DEFAULT_LABEL),
    createdBy: "API",
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  };
}

/** Reads a message. A message without role or text is a placeholder, of which only the name counts. */
function asMessage(given: GivenMessage): PromptMessage {
  const { type, role, content, name = "" } = given;
  const isMessage = type !== "placeholder" && typeof role === "string" && typeof content === "string";
  return isMessage ? { ...given, role, content } : { type: "placeholder", name };
}
