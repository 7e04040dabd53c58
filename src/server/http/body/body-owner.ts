import type { Access } from "../access.ts";

/** Sender of bodies. Owners share the memory for bodies, so that none takes all of it. */
export interface BodyOwner {
  readonly name: string;
  /** Bytes that the bodies of this owner may have at once. */
  readonly maxBytes: number;
}

/** Bytes of a project, and of its public key, which stands in web pages: 128 MiB and 16 MiB. */
const MAX_BYTES = 128 * 1024 * 1024;
const MAX_PUBLIC_BYTES = 16 * 1024 * 1024;

/** Returns the owner of the bodies of a request with this access. */
export function bodyOwnerOf(access: Access | undefined): BodyOwner {
  if (access === undefined) return { name: "nobody", maxBytes: MAX_PUBLIC_BYTES };
  if (access.level === "organization") return { name: "organization", maxBytes: MAX_BYTES };
  const { level, projectId } = access;
  return level === "scores" ? { name: `public ${projectId}`, maxBytes: MAX_PUBLIC_BYTES } : projectOwner(projectId);
}

/** Returns the owner of the bodies that are sent with a key pair of a project, or by a person in it. */
export function projectOwner(projectId: string): BodyOwner {
  return { name: `project ${projectId}`, maxBytes: MAX_BYTES };
}
