import type * as Api from "@svc/core/api";
import { templateProblem } from "@svc/core/internal";
import { type HttpError, invalidParameter, namedError } from "../../http/http-errors.ts";
import { isoTime, parseIsoTime } from "../../http/iso-time.ts";
import { readPage } from "../../http/paging.ts";
import { givenText } from "../../http/request-validation.ts";
import type { Records, WriteConflict } from "../../storage/records.ts";
import {
  LATEST,
  type PromptMessage,
  type PromptMeta,
  type PromptVersion,
  type VersionChoice,
  addLabels,
  deleteVersions,
  findDependents,
  findPrompt,
  findVersions,
  insertPromptVersion,
  listPrompts,
} from "../../resources/prompts.ts";
import { recordTimes } from "../record-times.ts";
import { pageAnswer } from "../list-answer.ts";
import { Answer } from "../routing/answer.ts";
import { readFolderName } from "../folder-name.ts";
import { type Route, route } from "../routing/route.ts";
import { DEFAULT_LABEL, readVersionChoice } from "../version-choice.ts";
import { onConflict } from "../write-conflict.ts";
import { UnresolvedReference, referencesOf, resolvePrompt } from "./prompt-references.ts";

/** Prompts: texts for models, with versions and labels. */
export const promptRoutes: readonly Route[] = [
  route("prompts_get", async ({ service: { records }, projectId, params: { promptName }, query }) => {
    const choice = readVersionChoice(query);
    const found = await findVersionOr404(records, projectId, promptName, choice);
    if (!query.resolve) return promptAnswer(projectId, found, { prompt: found.prompt, graph: null });
    return promptAnswer(projectId, found, await resolved(records, projectId, found, "SvcConflictError"));
  }),

  route("prompts_delete", async ({ service: { records }, projectId, params: { promptName: name }, query }) => {
    const choice = { version: query.version, label: givenText(query.label) };
    const versions = await findVersions(records, projectId, name, choice);
    if (versions.length === 0) throw unknownPrompt(name, choice);
    await onConflict(records.write(deleteVersions(projectId, name, versions)), async () => {
      const dependents = await findDependents(records, projectId, name, versions);
      if (dependents.length === 0) return unknownPrompt(name, choice);
      const named = dependents.map((dependent) => `${dependent.name} (version ${dependent.version})`).join(", ");
      return namedError(
        "InvalidRequestError",
        `Other prompts refer to ${name}: ${named}. Delete or change them first.`,
      );
    });
    return new Answer(204);
  }),

  route("prompts_list", async ({ service, projectId, query }) => {
    const page = readPage(query);
    const filter = {
      name: givenText(query.name),
      label: givenText(query.label),
      tag: givenText(query.tag),
      from: parseIsoTime(query.fromUpdatedAt ?? ""),
      to: parseIsoTime(query.toUpdatedAt ?? ""),
    };
    const { data, meta } = pageAnswer(page, await listPrompts(service.records, projectId, filter, page), metaAnswer);
    return { data, meta, pagination: meta };
  }),

  route("prompts_create", async ({ service: { records }, projectId, body }) => {
    const { prompt: given, type = "text", config = {}, labels = [], tags, commitMessage = null } = body;
    const name = readFolderName(body.name, RESERVED_NAMES);
    if (name.includes("|")) throw invalidParameter("name", "it holds no |");
    const prompt = typeof given === "string" ? given : given.map(asMessage);
    if (typeof prompt !== "string") checkMessages(prompt);
    checkTemplates(
      (await resolved(records, projectId, { id: "", name, version: 0, prompt }, "InvalidRequestError")).prompt,
    );
    const references = referencesOf(prompt);
    const made = { name, type, prompt, config, labels, tags: tags ?? undefined, commitMessage, references };
    const statements = insertPromptVersion(projectId, made, Date.now());
    const [, inserted] = await onConflict(records.write(statements), (conflict) => conflictError(conflict, name));
    const version = Number(inserted?.rows[0]?.["version"]);
    return new Answer(
      201,
      promptAnswer(projectId, await findVersionOr404(records, projectId, name, { version }), { prompt, graph: null }),
    );
  }),

  /** Adds labels to a version, and removes them from other versions. */
  route("promptVersion_update", async ({ service: { records }, projectId, params: { name, ...params }, body }) => {
    const version = Number(params.version);
    const { newLabels } = body;
    if (!Number.isSafeInteger(version) || version < 1)
      throw invalidParameter("version", "a whole number from 1 is expected");
    if (newLabels.includes(LATEST)) throw invalidParameter("newLabels", `${LATEST} is always at the newest version`);
    await onConflict(records.write(addLabels(projectId, name, version, newLabels, Date.now())), () =>
      unknownPrompt(name, { version }),
    );
    const found = await findVersionOr404(records, projectId, name, { version });
    return promptAnswer(projectId, found, { prompt: found.prompt, graph: null });
  }),
];

/** Prompt names that the service reserves for its pages. */
const RESERVED_NAMES = ["new", "metrics", "prompt-detail"];

/**
 * Message in a request. The API document tells messages from placeholders, but accepts fields of the other kind, of any type.
 */
interface GivenMessage {
  type?: unknown;
  role?: unknown;
  content?: unknown;
  name?: string;
}

async function findVersionOr404(
  records: Records,
  projectId: string,
  name: string,
  choice: VersionChoice,
): Promise<PromptVersion> {
  const found = await findPrompt(records, projectId, name, choice);
  if (found === undefined) throw unknownPrompt(name, choice);
  return found;
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

/**
 * Throws a 400 for a text that is no Mustache template, such as one with a section that is not closed: an application could
 * not compile it. The place is one in the text with its references resolved, which applications get.
 */
function checkTemplates(prompt: string | readonly PromptMessage[]): void {
  const entries = typeof prompt === "string" ? [{ content: prompt }] : prompt;
  for (const [index, entry] of entries.entries()) {
    const problem = "content" in entry ? templateProblem(entry.content) : undefined;
    if (problem === undefined) continue;
    throw invalidParameter("prompt", typeof prompt === "string" ? problem : `message ${index + 1}, ${problem}`);
  }
}

/** Returns the prompt with its references resolved. Throws the named error for a reference that cannot be resolved. */
async function resolved(
  records: Records,
  projectId: string,
  prompt: Parameters<typeof resolvePrompt>[0],
  problem: "InvalidRequestError" | "SvcConflictError",
): ReturnType<typeof resolvePrompt> {
  try {
    return await resolvePrompt(prompt, async ({ name, ...choice }) => findPrompt(records, projectId, name, choice));
  } catch (error) {
    throw error instanceof UnresolvedReference ? namedError(problem, error.message) : error;
  }
}

function conflictError({ statement }: WriteConflict, name: string): HttpError {
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

function metaAnswer(prompt: PromptMeta): Api.PromptMeta {
  return { ...prompt, lastUpdatedAt: isoTime(prompt.lastUpdatedAt) };
}

function promptAnswer(
  projectId: string,
  { id, name, version, config, labels, tags, commitMessage, ...times }: PromptVersion,
  { prompt, graph }: Awaited<ReturnType<typeof resolvePrompt>>,
): Api.Prompt {
  const content = typeof prompt === "string" ? { type: "text" as const, prompt } : { type: "chat" as const, prompt };
  return {
    id,
    projectId,
    name,
    version,
    ...content,
    config,
    labels,
    tags,
    commitMessage,
    resolutionGraph: graph,
    isActive: labels.includes(DEFAULT_LABEL),
    createdBy: "API",
    ...recordTimes(times),
  };
}

/** Reads a message. A message without role or text is a placeholder, of which only the name counts. */
function asMessage(given: GivenMessage): PromptMessage {
  const { type, role, content, name = "" } = given;
  const isMessage = type !== "placeholder" && typeof role === "string" && typeof content === "string";
  return isMessage ? { ...given, role, content } : { type: "placeholder", name };
}
