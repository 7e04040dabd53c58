import { LOCAL_PROJECT } from "../../../storage/local-project.ts";

/**
 * Projects and their API keys. The table stores only the hash of a secret key. A key without a project belongs to the
 * organization. The first project exists from the start; its id is the project id of all observations stored earlier.
 */
export const projectsAndKeys: string = `
CREATE TABLE projects (
  id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, metadata TEXT NOT NULL, retentionDays INTEGER,
  createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL
);
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY, projectId TEXT, publicKey TEXT NOT NULL UNIQUE, secretHash TEXT NOT NULL UNIQUE,
  displaySecretKey TEXT NOT NULL, note TEXT, createdAt INTEGER NOT NULL
);
CREATE INDEX api_keys_by_project ON api_keys (projectId);
INSERT INTO projects VALUES (
  '${LOCAL_PROJECT.id}', '${LOCAL_PROJECT.name}', '{}', NULL, unixepoch() * 1000, unixepoch() * 1000
);
`;
