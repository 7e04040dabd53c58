import { parseExactJson } from "@svc/core/internal";
import { randomUUID } from "node:crypto";
import { PageTooLarge } from "../storage/page-bytes.ts";
import { type ListPart, type Listed, type Records, type Statement, mustChange } from "../storage/records.ts";
import { type Sql, joinSql, listSql, sql } from "../storage/sql.ts";

/** Label of the newest version. */
export const LATEST = "latest";

/** Message of a chat prompt, or a placeholder for messages that are inserted later. */
export type PromptMessage = { role: string; content: string } | { type?: "placeholder"; name: string };

/** Version of a prompt. Times are milliseconds since 1970. */
export interface PromptVersion {
  id: string;
  name: string;
  version: number;
  type: "chat" | "text";
  prompt: string | PromptMessage[];
  config: unknown;
  labels: string[];
  /** Tags of the prompt. All versions share them. */
  tags: string[];
  commitMessage: string | null;
  createdAt: number;
  updatedAt: number;
}

/** Content of a new version. */
export interface NewPromptVersion extends Pick<PromptVersion, "name" | "type" | "prompt" | "config" | "commitMessage"> {
  labels: readonly string[];
  /** Tags that all versions get; undefined to keep the current tags. */
  tags: readonly string[] | undefined;
  references: readonly PromptReference[];
}

/** Choice of versions of a prompt, by number and by label. An undefined field matches every version. */
export interface VersionChoice {
  version?: number | undefined;
  label?: string | undefined;
}

/** Another prompt whose text a prompt includes: one version, or the version with a label. */
export interface PromptReference extends VersionChoice {
  name: string;
}

/** Row of `prompt_versions` with type, tags and labels. Prompt, config, tags and labels are JSON text. */
type PromptVersionRow = Omit<PromptVersion, "prompt" | "config" | "labels" | "tags"> &
  Record<"prompt" | "config" | "labels" | "tags", string>;

const COLUMNS = sql<PromptVersionRow>`v.id, v.name, v.version, p.type, v.prompt, v.config, p.tags, v.commitMessage,
  v.createdAt, v.updatedAt, (SELECT json_group_array(label ORDER BY label) FROM prompt_labels l
    WHERE l.projectId = v.projectId AND l.name = v.name AND l.version = v.version) AS labels`;

/** Returns the condition for the chosen versions of a prompt in `prompt_versions v`. */
function chosen(projectId: string, name: string, { version, label }: VersionChoice): Sql {
  const conditions = [sql`v.projectId = ${projectId} AND v.name = ${name}`];
  if (version !== undefined) conditions.push(sql`v.version = ${version}`);
  if (label !== undefined) {
    conditions.push(sql`v.version = (SELECT version FROM prompt_labels
      WHERE projectId = ${projectId} AND name = ${name} AND label = ${label})`);
  }
  return joinSql(conditions, " AND ");
}

/** Returns the chosen version of a prompt, the newest when several match; undefined when there is none. */
export async function findPrompt(
  records: Records,
  projectId: string,
  name: string,
  choice: VersionChoice,
): Promise<PromptVersion | undefined> {
  const row = await records.get(sql<PromptVersionRow>`SELECT ${COLUMNS} FROM prompt_versions v
    JOIN prompts p ON p.projectId = v.projectId AND p.name = v.name
    WHERE ${chosen(projectId, name, choice)} ORDER BY v.version DESC LIMIT 1`);
  return row && asPromptVersion(row);
}

/** Returns the numbers of the chosen versions. */
export async function findVersions(
  records: Records,
  projectId: string,
  name: string,
  choice: VersionChoice,
): Promise<number[]> {
  const rows = await records.all(
    sql<{ version: number }>`SELECT version FROM prompt_versions v WHERE ${chosen(projectId, name, choice)}`,
  );
  return rows.map(({ version }) => version);
}

/** Returns true when the project has a version of any prompt with this id. */
export async function hasPromptVersion(records: Records, projectId: string, id: string): Promise<boolean> {
  const found = await records.get(sql`SELECT 1 FROM prompt_versions WHERE projectId = ${projectId} AND id = ${id}`);
  return found !== undefined;
}

/**
 * Builds the statements that store the next version. Its number is above those of all versions before, deleted ones too. The first
 * statement changes nothing when the prompt has another type. The second returns the version number. The statements of the references, from the third on, change nothing when a referenced
 * prompt does not exist any more.
 */
export function insertPromptVersion(projectId: string, given: NewPromptVersion, now: number): Statement[] {
  const { name, type, prompt, config, commitMessage, labels, tags, references } = given;
  const tagText = tags === undefined ? null : JSON.stringify(tags);
  const isOfPrompt = sql`projectId = ${projectId} AND name = ${name}`;
  return [
    mustChange(sql`INSERT INTO prompts (projectId, name, type, tags)
      VALUES (${projectId}, ${name}, ${type}, coalesce(${tagText}, '[]'))
      ON CONFLICT (projectId, name) DO UPDATE SET tags = coalesce(${tagText}, prompts.tags)
      WHERE prompts.type = excluded.type`),
    sql`INSERT INTO prompt_versions
        (projectId, name, version, id, prompt, config, commitMessage, createdAt, updatedAt)
      SELECT ${projectId}, ${name}, coalesce(max(highest), 0) + 1, ${randomUUID()}, ${JSON.stringify(prompt)},
        ${JSON.stringify(config)}, ${commitMessage}, ${now}, ${now}
      FROM prompt_numbers WHERE ${isOfPrompt} RETURNING version`,
    ...references.map((reference) => insertReference(projectId, name, reference)),
    ...setLabels(
      projectId,
      name,
      sql`(SELECT max(version) FROM prompt_versions WHERE ${isOfPrompt})`,
      [...labels, LATEST],
      now,
    ),
  ];
}

/** Builds the statements that move labels to a version. The first statement changes nothing when there is no such version. */
export function addLabels(
  projectId: string,
  name: string,
  version: number,
  labels: readonly string[],
  now: number,
): Statement[] {
  return [
    mustChange(sql`UPDATE prompt_versions SET updatedAt = ${now}
      WHERE projectId = ${projectId} AND name = ${name} AND version = ${version}`),
    ...setLabels(projectId, name, sql`${version}`, labels, now),
  ];
}

function setLabels(projectId: string, name: string, version: Sql, labels: readonly string[], now: number): Statement[] {
  // A label that is given twice would be written twice in one statement.
  const given = JSON.stringify([...new Set(labels)]);
  return [
    sql`UPDATE prompt_versions SET updatedAt = ${now} WHERE projectId = ${projectId} AND name = ${name}
      AND version IN (SELECT version FROM prompt_labels WHERE projectId = ${projectId} AND name = ${name}
        AND label IN (SELECT value FROM json_each(${given})))`,
    sql`INSERT INTO prompt_labels (projectId, name, label, version)
      SELECT ${projectId}, ${name}, value, ${version} FROM json_each(${given}) WHERE true
      ON CONFLICT (projectId, name, label) DO UPDATE SET version = excluded.version`,
  ];
}

function insertReference(projectId: string, name: string, reference: PromptReference): Statement {
  return mustChange(sql`INSERT INTO prompt_references
      (projectId, name, version, referredName, referredVersion, referredLabel)
    SELECT ${projectId}, ${name}, (SELECT max(version) FROM prompt_versions
      WHERE projectId = ${projectId} AND name = ${name}), ${reference.name}, ${reference.version ?? null},
      ${reference.label ?? null}
    WHERE EXISTS (SELECT 1 FROM prompt_versions v WHERE ${chosen(projectId, reference.name, reference)})`);
}

/** Returns SQL for a list of whole numbers in one placeholder. */
function numbersSql(numbers: readonly number[]): Sql {
  return sql`(SELECT CAST(value AS BIGINT) FROM json_each(${JSON.stringify(numbers)}))`;
}

/** Returns the condition for references in `prompt_references r` that break when these versions of a prompt are deleted. */
function breaks(projectId: string, name: string, versions: readonly number[]): Sql {
  const isDoomed = sql`IN ${numbersSql(versions)}`;
  // A reference by label breaks when the label points to a deleted version. `latest` moves on as long as a version is left.
  return sql`r.projectId = ${projectId} AND r.referredName = ${name} AND (
    r.referredVersion ${isDoomed}
    OR EXISTS (SELECT 1 FROM prompt_labels l
      WHERE l.projectId = ${projectId} AND l.name = ${name} AND l.label = r.referredLabel AND l.version ${isDoomed}
        AND (l.label <> ${LATEST} OR NOT EXISTS (SELECT 1 FROM prompt_versions k
          WHERE k.projectId = ${projectId} AND k.name = ${name} AND NOT k.version ${isDoomed}))))`;
}

/** Returns up to 20 prompt versions that refer to one of these versions, or to a label that would be deleted with them. */
export async function findDependents(
  records: Records,
  projectId: string,
  name: string,
  versions: readonly number[],
): Promise<Array<{ name: string; version: number }>> {
  return records.all(sql<{ name: string; version: number }>`SELECT DISTINCT r.name, r.version FROM prompt_references r
    WHERE ${breaks(projectId, name, versions)} ORDER BY r.name, r.version LIMIT 20`);
}

/**
 * Builds the statements that delete versions of a prompt. The first statement changes nothing when another prompt refers to
 * them.
 */
export function deleteVersions(projectId: string, name: string, versions: readonly number[]): Statement[] {
  const isOfPrompt = sql`projectId = ${projectId} AND name = ${name}`;
  const isDoomed = sql`${isOfPrompt} AND version IN ${numbersSql(versions)}`;
  return [
    mustChange(sql`DELETE FROM prompt_versions WHERE ${isDoomed}
      AND NOT EXISTS (SELECT 1 FROM prompt_references r WHERE ${breaks(projectId, name, versions)})`),
    sql`DELETE FROM prompt_labels WHERE ${isDoomed}`,
    sql`DELETE FROM prompt_references WHERE ${isDoomed}`,
    sql`INSERT INTO prompt_labels (projectId, name, label, version)
      SELECT projectId, name, ${LATEST}, max(version) FROM prompt_versions WHERE ${isOfPrompt} GROUP BY projectId, name
      ON CONFLICT DO NOTHING`,
    sql`DELETE FROM prompts WHERE ${isOfPrompt} AND NOT EXISTS (SELECT 1 FROM prompt_versions WHERE ${isOfPrompt})`,
  ];
}

/** Filter of a list of prompts. One version must match all conditions. */
export interface PromptFilter {
  name?: string | undefined;
  label?: string | undefined;
  tag?: string | undefined;
  /** Milliseconds since 1970. */
  from?: number | undefined;
  to?: number | undefined;
}

export interface PromptMeta {
  name: string;
  type: "chat" | "text";
  versions: number[];
  labels: string[];
  tags: string[];
  /** Milliseconds since 1970. */
  lastUpdatedAt: number;
  lastConfig: unknown;
}

/** Row of a list of prompts. Versions, labels, tags and config are JSON text. */
type PromptMetaRow = Omit<PromptMeta, "versions" | "labels" | "tags" | "lastConfig"> &
  Record<"versions" | "labels" | "tags" | "lastConfig", string>;

/** Lists prompts by name, each with its matching versions. */
export async function listPrompts(
  records: Records,
  projectId: string,
  filter: PromptFilter,
  { limit, offset }: ListPart,
): Promise<Listed<PromptMeta>> {
  const matching = sql`FROM prompt_versions v JOIN prompts p ON p.projectId = v.projectId AND p.name = v.name
    WHERE ${matches(projectId, filter)}`;
  const counted = await records.get(sql<{ total: number }>`SELECT count(DISTINCT v.name) AS total ${matching}`);
  const { rows, isWhole } = await records.fitting(sql<PromptMetaRow>`
    WITH page AS (SELECT v.projectId, v.name, p.type, p.tags, json_group_array(v.version ORDER BY v.version) AS versions,
        max(v.version) AS last, max(v.updatedAt) AS lastUpdatedAt
      ${matching} GROUP BY v.projectId, v.name, p.type, p.tags ORDER BY v.name LIMIT ${limit} OFFSET ${offset})
    SELECT name, type, versions, tags, lastUpdatedAt,
      (SELECT json_group_array(label ORDER BY label) FROM prompt_labels l WHERE l.projectId = page.projectId
        AND l.name = page.name AND l.version IN (SELECT CAST(value AS BIGINT) FROM json_each(page.versions))) AS labels,
      (SELECT config FROM prompt_versions v WHERE v.projectId = page.projectId AND v.name = page.name
        AND v.version = page.last) AS lastConfig
    FROM page ORDER BY name`);
  if (!isWhole) throw new PageTooLarge(rows.length);
  return { items: rows.map(asPromptMeta), total: counted?.total ?? 0 };
}

/** Returns the condition for matching versions in `prompt_versions v` and their prompts in `prompts p`. */
function matches(projectId: string, { name, label, tag, from, to }: PromptFilter): Sql {
  const conditions = [sql`v.projectId = ${projectId}`];
  if (name !== undefined) conditions.push(sql`v.name = ${name}`);
  if (label !== undefined) {
    conditions.push(sql`EXISTS (SELECT 1 FROM prompt_labels l
      WHERE l.projectId = v.projectId AND l.name = v.name AND l.version = v.version AND l.label = ${label})`);
  }
  if (tag !== undefined) conditions.push(sql`EXISTS (SELECT 1 FROM json_each(p.tags) t WHERE t.value = ${tag})`);
  if (from !== undefined) conditions.push(sql`v.updatedAt >= ${from}`);
  if (to !== undefined) conditions.push(sql`v.updatedAt < ${to}`);
  return joinSql(conditions, " AND ");
}

function asPromptVersion(row: PromptVersionRow): PromptVersion {
  return {
    ...row,
    prompt: parseExactJson(row.prompt) as PromptVersion["prompt"],
    config: parseExactJson(row.config),
    labels: JSON.parse(row.labels) as string[],
    tags: JSON.parse(row.tags) as string[],
  };
}

function asPromptMeta(row: PromptMetaRow): PromptMeta {
  return {
    ...row,
    versions: JSON.parse(row.versions) as number[],
    labels: JSON.parse(row.labels) as string[],
    tags: JSON.parse(row.tags) as string[],
    lastConfig: parseExactJson(row.lastConfig),
  };
}

/** Reads the ids of all versions of prompts. Returns a function that finds the id of a version, or undefined. */
export async function promptIds(
  records: Records,
  projectId: string,
  names: ReadonlySet<string>,
): Promise<(name: string, version: number) => string | undefined> {
  if (names.size === 0) return () => undefined;
  const rows = await records.all(sql<{ id: string; name: string; version: number }>`SELECT id, name, version
    FROM prompt_versions WHERE projectId = ${projectId} AND name IN ${listSql([...names])}`);
  const ids = new Map(rows.map(({ id, name, version }) => [`${version} ${name}`, id]));
  return (name, version) => ids.get(`${version} ${name}`);
}
