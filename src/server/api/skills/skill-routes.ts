import { type HttpError, invalidParameter, notFound } from "../../http/http-errors.ts";
import { isoTime, parseIsoTime } from "../../http/iso-time.ts";
import { pageMeta, readPage } from "../../http/paging.ts";
import { textParameter } from "../../http/request-validation.ts";
import { splitList } from "../../observations/observation-fields.ts";
import type { Records } from "../../storage/records.ts";
import { retryOnConflict } from "../../storage/retry-on-conflict.ts";
import { type Document, recordTimes } from "../../storage/documents.ts";
import {
  type Skill,
  type SkillVersion,
  skillContents,
  skillVersions,
  skills,
  versionKey,
} from "../../stores/skills.ts";
import { Answer, type ApiRequest, type Route } from "../route.ts";
import { type FileInput, readSkillFiles, readSkillMain } from "./skill-files.ts";

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

/** Label of the version that a reader gets without naming one. */
const DEFAULT_LABEL = "production";

/** Most contents in one answer. */
const MOST_CONTENTS = 50;

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

/** Stores the next version of the skill that the `SKILL.md` names, with its files. */
async function createVersion({ service, projectId, body }: ApiRequest): Promise<unknown> {
  const { records } = service;
  const { files: given, commitMessage = null } = body as { files: FileInput[]; commitMessage?: string | null };
  const { files, statements } = readSkillFiles(records, projectId, given);
  const { name = "", description = "", ...rest } = await readSkillMain(records, projectId, given);
  return retryOnConflict(async () => {
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

/** Sets exactly these labels on a version, and removes them from other versions. `latest` always marks the newest version. */
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
  await retryOnConflict(async () => {
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

/** Returns the version number in the path; 0, which no version has, for a text that is no number. */
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
