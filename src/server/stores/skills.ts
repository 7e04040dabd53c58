import { Documents } from "./documents.ts";

/** A folder of instructions: what all its versions share. Its id is its name. */
export interface Skill {
  tags: string[];
  /** Number of the version that each label stands at. */
  labels: Record<string, number>;
  /** Numbers of the versions there are, oldest first. */
  versions: number[];
  /** Number of the newest version there ever was. */
  lastVersion: number;
}

/** A file of a version; its content is stored once for all that have it. */
export interface SkillFile {
  id: string;
  path: string;
  blobId: string;
  /** SHA-256 of the content, in base64. */
  sha256Hash: string;
  contentType: string;
  /** Bytes. */
  contentLength: number;
}

/** One version of a skill, which is its parent. Its unique key is made by `versionKey`. */
export interface SkillVersion {
  name: string;
  description: string;
  frontmatter: Record<string, string>;
  version: number;
  commitMessage: string | null;
  files: SkillFile[];
}

/** Every skill. */
export const skills: Documents<Skill> = new Documents<Skill>("skill");

/** Every version of every skill. */
export const skillVersions: Documents<SkillVersion> = new Documents<SkillVersion>("skill-version");

/** Every content of a file; its id is the SHA-256 in base64. */
export const skillContents: Documents<{ content: string }> = new Documents<{ content: string }>("skill-content");

/** What a version is found by. */
export function versionKey(name: string, version: number): string {
  return `${version}/${name}`;
}
