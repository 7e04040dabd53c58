import type { MembershipRole } from "../resources/membership-roles.ts";

/**
 * Access that a request needs. `project`: everything in one project, with the project's key pair. `scores`: sending scores to
 * one project, only with the project's public key, as browsers do. `organization`: managing projects, keys and members, with a
 * key pair of the organization.
 */
export type AccessLevel = "project" | "scores" | "organization";

/** Person who is signed in, with the role in the project of the request. */
export interface SignedInMember {
  /** Id of the member, which is that of the author of judgements. */
  readonly id: string;
  readonly email: string;
  readonly role: MembershipRole;
}

/** Access to one project: that of a key pair, or of a person, who has no key. */
export interface ProjectAccess {
  level: "project" | "scores";
  projectId: string;
  publicKey: string | null;
  member?: SignedInMember;
}

/** Access that the credentials of a request grant. */
export type Access = ProjectAccess | { level: "organization"; publicKey: string };
