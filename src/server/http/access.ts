/**
 * Access that a request needs. `project`: everything in one project, with the project's key pair. `scores`: sending scores to
 * one project, with the project's public key alone, as browsers do. `organization`: managing projects, keys and members, with a
 * key pair of the organization.
 */
export type AccessLevel = "project" | "scores" | "organization";

/** Access that the credentials of a request grant. */
export type Access =
  | { level: "project" | "scores"; projectId: string; publicKey: string }
  | { level: "organization"; publicKey: string };
