/**
 * What a request may do. `project`: everything of one project, with its key pair. `scores`: send scores to one project, with its
 * public key alone, as browsers do. `organization`: manage projects, keys and members, with a key pair of the organization.
 */
export type AccessLevel = "project" | "scores" | "organization";

/** What the credentials of a request open. */
export type Access =
  | { level: "project" | "scores"; projectId: string; publicKey: string }
  | { level: "organization"; publicKey: string };
