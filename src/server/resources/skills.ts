import { Documents } from "../storage/documents.ts";

/**
 * Folder of instructions: the data that all its versions share. Its id is its name. Without a version it is deleted, and stays for its
 * last number only.
 */
export interface Skill {
  tags: string[];
  /** Version number that each label points to. */
  labels: Record<string, number>;
  /** Numbers of the existing versions, oldest first. */
  versions: number[];
  /** Highest version number ever used, also when that version was deleted. */
  lastVersion: number;
}

/** File of a version. Equal contents are stored once. */
export interface SkillFile {
  id: string;
  path: string;
  blobId: string;
  /** SHA-256 hash of the content, in base64. */
  sha256Hash: string;
  contentType: string;
  /** Length of the content, in bytes. */
  contentLength: number;
}

/** Version of a skill. The skill is its parent. `versionKey` returns its unique key. */
export interface SkillVersion {
  name: string;
  description: string;
  frontmatter: Record<string, string>;
  version: number;
  commitMessage: string | null;
  files: SkillFile[];
}

export const skills: Documents<Skill> = new Documents<Skill>("skill");

export const skillVersions: Documents<SkillVersion> = new Documents<SkillVersion>("skill-version");

/** All contents of files. The id is the SHA-256 hash in base64. */
export const skillContents: Documents<{ content: string }> = new Documents<{ content: string }>("skill-content");

/** Returns the unique key of a version. */
export function versionKey(name: string, version: number): string {
  return `${version}/${name}`;
}
