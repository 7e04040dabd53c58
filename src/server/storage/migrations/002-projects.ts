import { LOCAL_PROJECT } from "../local-project.ts";

/**
 * Projects and the keys to them. Of a secret key only the hash is kept; a key without a project is one of the organization.
 * The first project is there from the start and has the id that every observation stored before had.
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
