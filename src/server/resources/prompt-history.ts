import type { Records } from "../storage/records.ts";
import { sql } from "../storage/sql.ts";

/** Version of a prompt without its content. Times are milliseconds since 1970. */
export interface PromptVersionMeta {
  version: number;
  labels: string[];
  commitMessage: string | null;
  createdAt: number;
  updatedAt: number;
}

/** Version of another prompt that includes the text of a prompt, with the version or the label that it names. */
export interface PromptReferrer {
  name: string;
  version: number;
  referredVersion: number | null;
  referredLabel: string | null;
}

/** Row of a version. The labels are JSON text. */
type PromptVersionMetaRow = Omit<PromptVersionMeta, "labels"> & { labels: string };

/** Most versions and referrers that are listed. */
const MOST = 1_000;

/** Returns the versions of a prompt, the newest first, at most 1,000. */
export async function listVersions(records: Records, projectId: string, name: string): Promise<PromptVersionMeta[]> {
  const rows = await records.all(sql<PromptVersionMetaRow>`SELECT v.version, v.commitMessage, v.createdAt, v.updatedAt,
      (SELECT json_group_array(label ORDER BY label) FROM prompt_labels l
        WHERE l.projectId = v.projectId AND l.name = v.name AND l.version = v.version) AS labels
    FROM prompt_versions v WHERE v.projectId = ${projectId} AND v.name = ${name}
    ORDER BY v.version DESC LIMIT ${MOST}`);
  return rows.map(asVersionMeta);
}

/** Returns the versions of other prompts that refer to a prompt, the newest of each name first, at most 1,000. */
export async function listReferrers(records: Records, projectId: string, name: string): Promise<PromptReferrer[]> {
  return records.all(sql<PromptReferrer>`SELECT name, version, referredVersion, referredLabel FROM prompt_references
    WHERE projectId = ${projectId} AND referredName = ${name} ORDER BY name, version DESC LIMIT ${MOST}`);
}

function asVersionMeta(row: PromptVersionMetaRow): PromptVersionMeta {
  return { ...row, labels: JSON.parse(row.labels) as string[] };
}
