import type * as Api from "@svc/core/api";
import { type HttpError, foundOr404, invalidParameter, notFound } from "../../http/http-errors.ts";
import { isoTime, parseIsoTime } from "../../http/iso-time.ts";
import { pageMeta, readPage } from "../../http/paging.ts";
import { givenText } from "../../http/request-validation.ts";
import { splitList } from "../../http/split-list.ts";
import type { Document } from "../../storage/documents.ts";
import type { Records } from "../../storage/records.ts";
import { retryOnConflict } from "../../storage/retry-on-conflict.ts";
import {
  type Skill,
  type SkillVersion,
  skillContents,
  skillVersions,
  skills,
  versionKey,
} from "../../resources/skills.ts";
import { recordTimes } from "../record-times.ts";
import { Answer } from "../routing/answer.ts";
import { type Route, route } from "../routing/route.ts";
import { DEFAULT_LABEL, readVersionChoice } from "../version-choice.ts";
import { readSkillFiles, readSkillMain } from "./skill-files.ts";

/** Skills: folders of instructions, with versions and labels. */
export const skillRoutes: readonly Route[] = [
  route("unstable_skills_getFileContent", async ({ service, projectId, query }) => {
    const hashes = splitList(query.sha256Hashes);
    if (hashes.length === 0 || hashes.length > MAX_CONTENTS) {
      throw invalidParameter("sha256Hashes", `1 to ${MAX_CONTENTS} hashes are expected`);
    }
    const found = await Promise.all(hashes.map(async (hash) => skillContents.find(service.records, projectId, hash)));
    return { data: found.flatMap((one) => (one ? [{ sha256Hash: one.id, content: one.content.content }] : [])) };
  }),

  route("unstable_skills_list", async ({ service, projectId, query }) => {
    const { records } = service;
    const page = readPage(query);
    const [name, search, tag] = [query.name, query.search, query.tag].map(givenText);
    const from = parseIsoTime(query.fromUpdatedAt ?? "") ?? -Infinity;
    const to = parseIsoTime(query.toUpdatedAt ?? "") ?? Infinity;
    const known = await skills.all(records, projectId);
    const matching = known.filter(
      ({ id, content, updatedAt }) =>
        content.versions.length > 0 &&
        (name === undefined || id === name) &&
        (tag === undefined || content.tags.includes(tag)) &&
        (search === undefined || id.toLowerCase().includes(search.toLowerCase())) &&
        updatedAt >= from &&
        updatedAt < to,
    );
    const meta = pageMeta(page, matching.length);
    const shown = matching.slice(page.offset, page.offset + page.limit);
    return {
      data: await Promise.all(shown.map(async (skill) => skillMeta(records, projectId, skill))),
      meta: { ...meta, hasNextPage: meta.page < meta.totalPages },
    };
  }),

  /** Stores the next version of the skill that the `SKILL.md` names, with its files. */
  route("unstable_skills_createVersion", async ({ service: { records }, projectId, body }) => {
    const { files: given, commitMessage = null } = body;
    const { files, statements } = await readSkillFiles(records, projectId, given);
    const { name = "", description = "", ...rest } = await readSkillMain(records, projectId, given);
    return retryOnConflict(async () => {
      const skill = await skills.find(records, projectId, name);
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
      return new Answer(201, skillVersionAnswer(projectId, content, made.document));
    });
  }),

  route("unstable_skills_get", async ({ service: { records }, projectId, params: { skillName }, query }) => {
    const choice = readVersionChoice(query);
    const { content } = await findSkill(records, projectId, skillName);
    const version =
      choice.version ?? (Object.hasOwn(content.labels, choice.label) ? content.labels[choice.label] : undefined);
    const found = version === undefined ? undefined : await findVersion(records, projectId, skillName, version);
    if (found !== undefined) return skillVersionAnswer(projectId, content, found);
    throw choice.version === undefined
      ? notFound("skill", `${skillName} with the label ${choice.label}`)
      : unknownVersion(skillName, choice.version);
  }),

  route(
    "unstable_skills_update",
    async ({ service: { records }, projectId, params: { skillName }, body: { tags } }) => {
      await findSkill(records, projectId, skillName);
      const changed = await skills.change(records, projectId, skillName, ({ content }) => ({ ...content, tags }));
      const { content } = foundOr404(changed, "skill", skillName);
      return skillVersionAnswer(
        projectId,
        content,
        await findVersionOr404(records, projectId, skillName, content.versions.at(-1) ?? 0),
      );
    },
  ),

  /** Sets exactly these labels on a version, and removes them from other versions. `latest` always marks the newest version. */
  route("unstable_skills_setLabels", async ({ service: { records }, projectId, params, body: { labels } }) => {
    const { skillName } = params;
    const version = readVersionNumber(params.skillVersion);
    const changed = await skills.change(records, projectId, skillName, ({ content }) => {
      if (!content.versions.includes(version)) throw unknownVersion(skillName, version);
      const others = Object.entries(content.labels).filter(([label, at]) => at !== version || label === "latest");
      const given = labels.filter((label) => label !== "latest").map((label) => [label, version] as const);
      return { ...content, labels: Object.fromEntries([...others, ...given]) };
    });
    const { content } = foundOr404(changed, "skill", skillName);
    return skillVersionAnswer(projectId, content, await findVersionOr404(records, projectId, skillName, version));
  }),

  route("unstable_skills_deleteVersion", async ({ service: { records }, projectId, params }) => {
    const { skillName } = params;
    const version = readVersionNumber(params.skillVersion);
    await retryOnConflict(async () => {
      const skill = await findSkill(records, projectId, skillName);
      const { id } = await findVersionOr404(records, projectId, skillName, version);
      const versions = skill.content.versions.filter((one) => one !== version);
      const latest = versions.at(-1);
      const labels = Object.entries(skill.content.labels).filter(([, at]) => at !== version);
      const content: Skill = {
        ...skill.content,
        versions,
        labels: Object.fromEntries(latest === undefined ? labels : [...labels, ["latest", latest]]),
        // A skill of the same name begins without tags, but not at the first number again.
        ...(latest === undefined && { tags: [] }),
      };
      await records.write([skills.replacement(projectId, { ...skill, content }), skillVersions.removal(projectId, id)]);
    });
    return { deleted: true };
  }),
];

/** Maximum number of file contents in one answer. */
const MAX_CONTENTS = 50;

async function findSkill(records: Records, projectId: string, name: string): Promise<Document<Skill>> {
  const found = await skills.find(records, projectId, name);
  return foundOr404(found !== undefined && found.content.versions.length > 0 ? found : undefined, "skill", name);
}

async function findVersionOr404(
  records: Records,
  projectId: string,
  name: string,
  version: number,
): Promise<Document<SkillVersion>> {
  const found = await findVersion(records, projectId, name, version);
  if (found === undefined) throw unknownVersion(name, version);
  return found;
}

async function findVersion(
  records: Records,
  projectId: string,
  name: string,
  version: number,
): Promise<Document<SkillVersion> | undefined> {
  return skillVersions.findByKey(records, projectId, versionKey(name, version));
}

/** Returns the version number in a path; 0, which no version has, for a text that is no number. */
function readVersionNumber(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

function unknownVersion(name: string, version: number): HttpError {
  return notFound("skill", `${name}, version ${version}`);
}

async function skillMeta(
  records: Records,
  projectId: string,
  { id, content, updatedAt }: Document<Skill>,
): Promise<Api.SkillMeta> {
  const latestVersion = content.versions.at(-1) ?? 0;
  const latest = await findVersion(records, projectId, id, latestVersion);
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

function skillVersionAnswer(
  projectId: string,
  skill: Skill,
  { id, content, ...times }: Document<SkillVersion>,
): Api.SkillVersion {
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
