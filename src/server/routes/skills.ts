import { createHash, randomUUID } from "node:crypto";
import { type HttpError, invalidParameter, notFound } from "../http-errors.ts";
import { isoTime, parseIsoTime } from "../iso-time.ts";
import { splitList } from "../observation-fields.ts";
import { pageMeta, readPage } from "../paging.ts";
import type { Records, Statement } from "../records.ts";
import { textParameter } from "../request-validation.ts";
import { readFrontmatter } from "../skill-frontmatter.ts";
import { type Document, recordTimes } from "../stores/documents.ts";
import {
  type Skill,
  type SkillFile,
  type SkillVersion,
  skillContents,
  skillVersions,
  skills,
  versionKey,
} from "../stores/skills.ts";
import { undisturbed } from "../undisturbed.ts";
import { Answer, type ApiRequest, type Route } from "./route.ts";

/** Skills: folders of instructions, with versions and labels. */
export const skillRoutes: readonly Route[] = [
  { operation: "unstable_skills_getFileContent", handle: readContents },
  { operation: "unstable_skills_list", handle: list },
  { operation: "unstable_skills_createVersion", handle: createVersion },
  { operation: "unstable_skills_get", handle: read },
  { operation: "unstable_skills_update", handle: setTags },
  { operation: "unstable_skills_setLabels", handle: setLabels },
  { operation: "unstable_skills_deleteVersion", handle: removeVersion },
];

/** The label of the version that a reader gets who names none. */
const DEFAULT_LABEL = "production";

/** The file that says what a skill is called and what it is for. */
const MAIN_FILE = "SKILL.md";

/** Most contents in one answer. */
const MOST_CONTENTS = 50;

type FileInput = { path: string } & ({ content: string } | { sha256Hash: string });

function list({ service, projectId, query }: ApiRequest): unknown {
  const { records } = service;
  const page = readPage(query);
  const [name, search, tag] = ["name", "search", "tag"].map((one) => textParameter(query, one));
  const from = parseIsoTime(textParameter(query, "fromUpdatedAt") ?? "") ?? -Infinity;
  const to = parseIsoTime(textParameter(query, "toUpdatedAt") ?? "") ?? Infinity;
  const matching = skills
    .all(records, projectId)
    .filter(
      ({ id, content, updatedAt }) =>
        (name === undefined || id === name) &&
        (tag === undefined || content.tags.includes(tag)) &&
        (search === undefined || id.toLowerCase().includes(search.toLowerCase())) &&
        updatedAt >= from &&
        updatedAt < to,
    );
  const meta = pageMeta(page, matching.length);
  const shown = matching.slice(page.offset, page.offset + page.limit);
  return {
    data: shown.map((skill) => skillMeta(records, projectId, skill)),
    meta: { ...meta, hasNextPage: meta.page < meta.totalPages },
  };
}

/** Stores the next version of the skill that its `SKILL.md` names, with its files. */
async function createVersion({ service, projectId, body }: ApiRequest): Promise<unknown> {
  const { records } = service;
  const { files: given, commitMessage = null } = body as { files: FileInput[]; commitMessage?: string | null };
  const { files, statements } = readFiles(records, projectId, given);
  const main = given.find(({ path }) => path === MAIN_FILE);
  const { name = "", description = "", ...rest } = frontmatterOf(records, projectId, main);
  return undisturbed(async () => {
    const skill = skills.find(records, projectId, name);
    const version = (skill?.content.lastVersion ?? 0) + 1;
    const content: Skill = {
      tags: skill?.content.tags ?? [],
      labels: { ...skill?.content.labels, latest: version },
      versions: [...(skill?.content.versions ?? []), version],
      lastVersion: version,
    };
    const frontmatter = { name, description, ...rest };
    const made = skillVersions.insertion(
      projectId,
      { name, description, frontmatter, version, commitMessage, files },
      { parentId: name, uniqueKey: versionKey(name, version) },
    );
    const inserted = skills.insertion(projectId, content, { id: name });
    await records.write([
      ...statements,
      skill ? skills.replacement(projectId, { ...skill, content }) : inserted.statement,
      made.statement,
    ]);
    return new Answer(201, answer(projectId, content, made.document));
  });
}

function read({ service, projectId, params, query }: ApiRequest): unknown {
  const name = params["skillName"] ?? "";
  const label = textParameter(query, "label");
  if (query["version"] !== undefined && label !== undefined) {
    throw invalidParameter("label", "it is not given together with version");
  }
  const skill = skillOf(service.records, projectId, name);
  const wanted = label ?? DEFAULT_LABEL;
  const labelled = Object.hasOwn(skill.content.labels, wanted) ? skill.content.labels[wanted] : undefined;
  const version = query["version"] === undefined ? labelled : Number(query["version"]);
  const found = version === undefined ? undefined : versionOf(service.records, projectId, name, version);
  if (found === undefined) {
    throw notFound(
      "skill",
      query["version"] === undefined ? `${name} with the label ${wanted}` : `${name}, version ${version}`,
    );
  }
  return answer(projectId, skill.content, found);
}

async function setTags({ service, projectId, params, body }: ApiRequest): Promise<unknown> {
  const { tags } = body as { tags: string[] };
  return changeSkill(service.records, projectId, params, (skill) => ({ ...skill, tags }));
}

/** Gives a version exactly these labels, which the other versions lose; `latest` is always at the newest. */
async function setLabels({ service, projectId, params, body }: ApiRequest): Promise<unknown> {
  const { labels } = body as { labels: string[] };
  const version = versionNumber(params);
  return changeSkill(
    service.records,
    projectId,
    params,
    (skill) => {
      const others = Object.entries(skill.labels).filter(([label, at]) => at !== version || label === "latest");
      const given = labels.filter((label) => label !== "latest").map((label) => [label, version] as const);
      return { ...skill, labels: Object.fromEntries([...others, ...given]) };
    },
    version,
  );
}

async function removeVersion({ service, projectId, params }: ApiRequest): Promise<unknown> {
  const { records } = service;
  const name = params["skillName"] ?? "";
  const version = versionNumber(params);
  await undisturbed(async () => {
    const skill = skillOf(records, projectId, name);
    const found = versionOf(records, projectId, name, version);
    if (found === undefined) throw unknownVersion(name, version);
    const versions = skill.content.versions.filter((one) => one !== version);
    const latest = versions.at(-1);
    const labels = Object.entries(skill.content.labels).filter(([, at]) => at !== version);
    const content: Skill = {
      ...skill.content,
      versions,
      labels: Object.fromEntries(latest === undefined ? labels : [...labels, ["latest", latest]]),
    };
    await records.write([
      skills.replacement(projectId, { ...skill, content }),
      skillVersions.removal(projectId, found.id),
      ...(latest === undefined ? [skills.removal(projectId, name)] : []),
    ]);
  });
  return { deleted: true };
}

function readContents({ service, projectId, query }: ApiRequest): unknown {
  const hashes = splitList(textParameter(query, "sha256Hashes"));
  if (hashes.length === 0 || hashes.length > MOST_CONTENTS) {
    throw invalidParameter("sha256Hashes", `1 to ${MOST_CONTENTS} hashes are expected`);
  }
  return {
    data: hashes.flatMap((sha256Hash) => {
      const found = skillContents.find(service.records, projectId, sha256Hash);
      return found ? [{ sha256Hash, content: found.content.content }] : [];
    }),
  };
}

async function changeSkill(
  records: Records,
  projectId: string,
  params: ApiRequest["params"],
  change: (skill: Skill) => Skill,
  version?: number,
): Promise<unknown> {
  const name = params["skillName"] ?? "";
  const changed = await skills.change(records, projectId, name, ({ content }) => {
    if (version !== undefined && !content.versions.includes(version)) throw unknownVersion(name, version);
    return change(content);
  });
  if (changed === undefined) throw notFound("skill", name);
  const shown = version ?? changed.content.versions.at(-1) ?? 0;
  const found = versionOf(records, projectId, name, shown);
  if (found === undefined) throw unknownVersion(name, shown);
  return answer(projectId, changed.content, found);
}

/** The files of a version, and what stores those contents that are new. Throws a 400 for one that cannot be taken. */
function readFiles(
  records: Records,
  projectId: string,
  given: readonly FileInput[],
): { files: SkillFile[]; statements: Statement[] } {
  const statements = new Map<string, Statement>();
  const paths = new Set<string>();
  const files = given.map((file) => {
    const { path } = file;
    if (!isFilePath(path)) throw invalidParameter("files", `${path} is no path within the folder`);
    if (paths.has(path)) throw invalidParameter("files", `${path} is given twice`);
    paths.add(path);
    const content =
      "content" in file ? file.content : skillContents.find(records, projectId, file.sha256Hash)?.content.content;
    if (content === undefined) throw invalidParameter("files", `${path}: the project has no file with this hash`);
    const sha256Hash = createHash("sha256").update(content).digest("base64");
    if (skillContents.find(records, projectId, sha256Hash) === undefined) {
      statements.set(sha256Hash, skillContents.insertion(projectId, { content }, { id: sha256Hash }).statement);
    }
    const contentLength = Buffer.byteLength(content);
    return { id: randomUUID(), path, blobId: sha256Hash, sha256Hash, contentType: contentTypeOf(path), contentLength };
  });
  return { files, statements: [...statements.values()] };
}

function frontmatterOf(records: Records, projectId: string, main: FileInput | undefined): Record<string, string> {
  if (main === undefined) throw invalidParameter("files", `there is no ${MAIN_FILE}`);
  const content =
    "content" in main ? main.content : skillContents.find(records, projectId, main.sha256Hash)?.content.content;
  const frontmatter = readFrontmatter(content ?? "");
  if (frontmatter === undefined) {
    throw invalidParameter("files", `${MAIN_FILE} has to begin with lines \`key: text\` between two lines of ---`);
  }
  const { name = "", description = "" } = frontmatter;
  if (!/^[\w.-]{1,100}$/.test(name) || /^\.+$/.test(name)) {
    throw invalidParameter("files", `the name in ${MAIN_FILE} has 1 to 100 letters, digits, -, _ and .`);
  }
  if (description === "") throw invalidParameter("files", `${MAIN_FILE} has no description`);
  return frontmatter;
}

function isFilePath(path: string): boolean {
  return (
    !path.includes("\\") && !path.includes("\0") && path.split("/").every((part) => !["", ".", ".."].includes(part))
  );
}

const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ["md", "text/markdown"],
  ["json", "application/json"],
  ["py", "text/x-python"],
  ["js", "application/javascript"],
  ["ts", "text/x-typescript"],
  ["yaml", "application/x-yaml"],
  ["yml", "application/x-yaml"],
  ["html", "text/html"],
  ["csv", "text/csv"],
]);

function contentTypeOf(path: string): string {
  return CONTENT_TYPES.get(path.slice(path.lastIndexOf(".") + 1).toLowerCase()) ?? "text/plain";
}

function skillOf(records: Records, projectId: string, name: string): Document<Skill> {
  const skill = skills.find(records, projectId, name);
  if (skill === undefined) throw notFound("skill", name);
  return skill;
}

function versionOf(
  records: Records,
  projectId: string,
  name: string,
  version: number,
): Document<SkillVersion> | undefined {
  return skillVersions.findByKey(records, projectId, versionKey(name, version));
}

/** A text that is no number is the number of no version. */
function versionNumber(params: ApiRequest["params"]): number {
  return /^[1-9]\d{0,14}$/.test(params["skillVersion"] ?? "") ? Number(params["skillVersion"]) : 0;
}

function unknownVersion(name: string, version: number): HttpError {
  return notFound("skill", `${name}, version ${version}`);
}

function skillMeta(records: Records, projectId: string, { id, content, updatedAt }: Document<Skill>): unknown {
  const latestVersion = content.versions.at(-1) ?? 0;
  const latest = versionOf(records, projectId, id, latestVersion);
  return {
    name: id,
    description: latest?.content.description ?? "",
    tags: content.tags,
    latestVersion,
    latestVersionCreatedAt: isoTime(latest?.createdAt ?? updatedAt),
    latestVersionLastUpdatedAt: isoTime(updatedAt),
    productionVersion: content.labels[DEFAULT_LABEL] ?? null,
  };
}

function answer(projectId: string, skill: Skill, { id, content, ...times }: Document<SkillVersion>): unknown {
  const labels = Object.entries(skill.labels).filter(([, at]) => at === content.version);
  return {
    id,
    ...content,
    projectId,
    createdBy: "API",
    tags: skill.tags,
    labels: labels.map(([label]) => label).toSorted(),
    ...recordTimes(times),
  };
}
