import type { Access } from "../access.ts";

/** Whoever sends bodies. Owners share the memory for bodies, so that none takes all of it. */
export interface BodyOwner {
  readonly name: string;
  /** Share of the memory that the bodies of this owner may have at once. */
  readonly share: number;
}

/** Shares of a key pair or a person, and of a public key, which stands in web pages. */
const SHARE = 3 / 4;
const PUBLIC_SHARE = 1 / 8;

/** Returns the owner of the bodies of a request with this access. */
export function bodyOwnerOf(access: Access | undefined): BodyOwner {
  if (access === undefined) return { name: "nobody", share: PUBLIC_SHARE };
  if (access.level === "organization") return { name: "organization", share: SHARE };
  const { level, projectId } = access;
  return level === "scores" ? { name: `public ${projectId}`, share: PUBLIC_SHARE } : projectOwner(projectId);
}

/** Returns the owner of the bodies that are sent with a key pair of a project, or by a person in it. */
export function projectOwner(projectId: string): BodyOwner {
  return { name: `project ${projectId}`, share: SHARE };
}
