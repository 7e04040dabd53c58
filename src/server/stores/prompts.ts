import { randomUUID } from "node:crypto";
import type { SQLInputValue } from "node:sqlite";
import { isoTime } from "../http/iso-time.ts";
import type { PageRequest } from "../http/paging.ts";
import type { Records, Row, Statement } from "../storage/records.ts";

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

const LABELS = `(SELECT json_group_array(label ORDER BY label) FROM prompt_labels l
  WHERE l.projectId = v.projectId AND l.name = v.name AND l.version = v.version)`;

const CHOSEN = `v.projectId = ?1 AND v.name = ?2 AND (?3 IS NULL OR v.version = ?3) AND (?4 IS NULL OR v.version =
  (SELECT version FROM prompt_labels WHERE projectId = ?1 AND name = ?2 AND label = ?4))`;

/** Returns the chosen version of a prompt, the newest when several match; undefined when there is none. */
export function findPrompt(
  records: Records,
  projectId: string,
  name: string,
  { version, label }: VersionChoice,
): PromptVersion | undefined {
  const row = records.get(
    `SELECT v.*, p.type, p.tags, ${LABELS} AS labels FROM prompt_versions v
      JOIN prompts p ON p.projectId = v.projectId AND p.name = v.name
      WHERE ${CHOSEN} ORDER BY v.version DESC`,
    projectId,
    name,
    version ?? null,
    label ?? null,
  );
  return row && asPromptVersion(row);
}

/** Returns the numbers of the chosen versions. */
export function findVersions(
  records: Records,
  projectId: string,
  name: string,
  { version, label }: VersionChoice,
): number[] {
  return records
    .all(`SELECT version FROM prompt_versions v WHERE ${CHOSEN}`, projectId, name, version ?? null, label ?? null)
    .map((row) => Number(row["version"]));
}

/** Returns true when the project has a version of any prompt with this id. */
export function hasPromptVersion(records: Records, projectId: string, id: string): boolean {
  return records.get("SELECT 1 FROM prompt_versions WHERE projectId = ? AND id = ?", projectId, id) !== undefined;
}

/**
 * Builds the statements that store the next version. The first statement changes nothing when the prompt has another type. The
 * second returns the version number. The statements of the references, from the third on, change nothing when a referenced
 * prompt does not exist any more.
 */
export function insertPromptVersion(projectId: string, given: NewPromptVersion, now: number): Statement[] {
  const { name, type, prompt, config, commitMessage, labels, tags, references } = given;
  const tagText = tags === undefined ? null : JSON.stringify(tags);
  return [
    {
      sql: `INSERT INTO prompts VALUES (?1, ?2, ?3, coalesce(?4, '[]'))
        ON CONFLICT DO UPDATE SET tags = coalesce(?4, tags) WHERE type = ?3`,
      values: [projectId, name, type, tagText],
      mustChange: true,
    },
    {
      sql: `INSERT INTO prompt_versions (projectId, name, version, id, prompt, config, commitMessage, createdAt, updatedAt)
        SELECT ?1, ?2, coalesce(max(version), 0) + 1, ?3, ?4, ?5, ?6, ?7, ?7 FROM prompt_versions
        WHERE projectId = ?1 AND name = ?2 RETURNING version`,
      values: [projectId, name, randomUUID(), JSON.stringify(prompt), JSON.stringify(config), commitMessage, now],
    },
    ...references.map((reference) => insertReference(projectId, name, reference)),
    ...setLabels(
      projectId,
      name,
      `(SELECT max(version) FROM prompt_versions WHERE projectId = ?1 AND name = ?2)`,
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
    {
      sql: "UPDATE prompt_versions SET updatedAt = ? WHERE projectId = ? AND name = ? AND version = ?",
      values: [now, projectId, name, version],
      mustChange: true,
    },
    ...setLabels(projectId, name, String(version), labels, now),
  ];
}

function setLabels(
  projectId: string,
  name: string,
  version: string,
  labels: readonly string[],
  now: number,
): Statement[] {
  const values = [projectId, name, JSON.stringify(labels)];
  return [
    {
      sql: `UPDATE prompt_versions SET updatedAt = ?4 WHERE projectId = ?1 AND name = ?2 AND version IN (
        SELECT version FROM prompt_labels WHERE projectId = ?1 AND name = ?2 AND label IN (SELECT value FROM json_each(?3)))`,
      values: [...values, now],
    },
    {
      sql: `INSERT INTO prompt_labels SELECT ?1, ?2, value, ${version} FROM json_each(?3) WHERE true
        ON CONFLICT DO UPDATE SET version = excluded.version`,
      values,
    },
  ];
}

function insertReference(projectId: string, name: string, reference: PromptReference): Statement {
  return {
    sql: `INSERT INTO prompt_references SELECT ?1, ?5, (SELECT max(version) FROM prompt_versions
        WHERE projectId = ?1 AND name = ?5), ?2, ?3, ?4
      WHERE EXISTS (SELECT 1 FROM prompt_versions v WHERE ${CHOSEN})`,
    values: [projectId, reference.name, reference.version ?? null, reference.label ?? null, name],
    mustChange: true,
  };
}

// A reference by label breaks when the label points to a deleted version. `latest` moves on as long as a version is left.
const BREAKS = `r.projectId = ?1 AND r.referredName = ?2 AND (
  r.referredVersion IN (SELECT value FROM json_each(?3))
  OR EXISTS (SELECT 1 FROM prompt_labels l WHERE l.projectId = ?1 AND l.name = ?2 AND l.label = r.referredLabel
    AND l.version IN (SELECT value FROM json_each(?3))
    AND (l.label <> '${LATEST}' OR NOT EXISTS (SELECT 1 FROM prompt_versions k WHERE k.projectId = ?1 AND k.name = ?2
      AND k.version NOT IN (SELECT value FROM json_each(?3))))))`;

/** Returns up to 20 prompt versions that refer to one of these versions, or to a label that would be deleted with them. */
export function findDependents(
  records: Records,
  projectId: string,
  name: string,
  versions: readonly number[],
): Array<{ name: string; version: number }> {
  return records.all(
    `SELECT DISTINCT r.name, r.version FROM prompt_references r WHERE ${BREAKS} ORDER BY r.name, r.version LIMIT 20`,
    projectId,
    name,
    JSON.stringify(versions),
  ) as unknown as Array<{ name: string; version: number }>;
}

/**
 * Builds the statements that delete versions of a prompt. The first statement changes nothing when another prompt refers to
 * them.
 */
export function deleteVersions(projectId: string, name: string, versions: readonly number[]): Statement[] {
  const values: SQLInputValue[] = [projectId, name, JSON.stringify(versions)];
  const doomed = "projectId = ?1 AND name = ?2 AND version IN (SELECT value FROM json_each(?3))";
  const key = values.slice(0, 2);
  return [
    {
      sql: `DELETE FROM prompt_versions WHERE ${doomed}
        AND NOT EXISTS (SELECT 1 FROM prompt_references r WHERE ${BREAKS})`,
      values,
      mustChange: true,
    },
    { sql: `DELETE FROM prompt_labels WHERE ${doomed}`, values },
    { sql: `DELETE FROM prompt_references WHERE ${doomed}`, values },
    {
      sql: `INSERT INTO prompt_labels SELECT projectId, name, '${LATEST}', max(version) FROM prompt_versions
        WHERE projectId = ? AND name = ? GROUP BY name ON CONFLICT DO NOTHING`,
      values: key,
    },
    {
      sql: `DELETE FROM prompts WHERE projectId = ?1 AND name = ?2
        AND NOT EXISTS (SELECT 1 FROM prompt_versions WHERE projectId = ?1 AND name = ?2)`,
      values: key,
    },
  ];
}

/** Filter of a list of prompts. One version must match all conditions. */
export interface PromptFilter extends VersionChoice {
  name?: string | undefined;
  tag?: string | undefined;
  /** Milliseconds since 1970. */
  from?: number | undefined;
  to?: number | undefined;
}

/** Entry of a list of prompts. */
export interface PromptMeta {
  name: string;
  type: "chat" | "text";
  versions: number[];
  labels: string[];
  tags: string[];
  /** Time of the last update, ISO 8601. */
  lastUpdatedAt: string;
  lastConfig: unknown;
}

const MATCHING = `FROM prompt_versions v JOIN prompts p ON p.projectId = v.projectId AND p.name = v.name
  WHERE v.projectId = ?1 AND (?2 IS NULL OR v.name = ?2)
    AND (?3 IS NULL OR EXISTS (SELECT 1 FROM prompt_labels l
      WHERE l.projectId = v.projectId AND l.name = v.name AND l.version = v.version AND l.label = ?3))
    AND (?4 IS NULL OR EXISTS (SELECT 1 FROM json_each(p.tags) t WHERE t.value = ?4))
    AND (?5 IS NULL OR v.updatedAt >= ?5) AND (?6 IS NULL OR v.updatedAt < ?6)`;

/** Lists prompts by name, each with its matching versions, and their total number. */
export function listPrompts(
  records: Records,
  projectId: string,
  { name, label, tag, from, to }: PromptFilter,
  page: PageRequest,
): { prompts: PromptMeta[]; total: number } {
  const values = [projectId, name ?? null, label ?? null, tag ?? null, from ?? null, to ?? null];
  const total = records.get(`SELECT count(DISTINCT v.name) AS total ${MATCHING}`, ...values);
  const rows = records.all(
    `WITH page AS (SELECT v.projectId, v.name, p.type, p.tags, json_group_array(v.version ORDER BY v.version) AS versions,
        max(v.version) AS last, max(v.updatedAt) AS lastUpdatedAt
      ${MATCHING} GROUP BY v.name ORDER BY v.name LIMIT ?7 OFFSET ?8)
    SELECT page.*, (SELECT json_group_array(label ORDER BY label) FROM prompt_labels l WHERE l.projectId = page.projectId
        AND l.name = page.name AND l.version IN (SELECT value FROM json_each(page.versions))) AS labels,
      (SELECT config FROM prompt_versions v WHERE v.projectId = page.projectId AND v.name = page.name
        AND v.version = page.last) AS lastConfig
    FROM page ORDER BY name`,
    ...values,
    page.limit,
    page.offset,
  );
  return { prompts: rows.map(asPromptMeta), total: Number(total?.["total"]) };
}

function asPromptVersion(row: Row): PromptVersion {
  return {
    ...(row as unknown as PromptVersion),
    prompt: JSON.parse(String(row["prompt"])) as PromptVersion["prompt"],
    config: JSON.parse(String(row["config"])),
    labels: JSON.parse(String(row["labels"])) as string[],
    tags: JSON.parse(String(row["tags"])) as string[],
  };
}

function asPromptMeta(row: Row): PromptMeta {
  return {
    name: String(row["name"]),
    type: row["type"] as PromptMeta["type"],
    versions: JSON.parse(String(row["versions"])) as number[],
    labels: JSON.parse(String(row["labels"])) as string[],
    tags: JSON.parse(String(row["tags"])) as string[],
    lastUpdatedAt: isoTime(Number(row["lastUpdatedAt"])),
    lastConfig: JSON.parse(String(row["lastConfig"])),
  };
}
