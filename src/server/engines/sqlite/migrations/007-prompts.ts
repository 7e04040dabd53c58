/**
 * Prompts. Type and tags belong to the name. A label points to one version of a name at a time. `prompt_references` lists the
 * other prompts that a version includes, by version or by label.
 */
export const prompts: string = `
CREATE TABLE prompts (
  projectId TEXT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL, tags TEXT NOT NULL,
  PRIMARY KEY (projectId, name)
);
CREATE TABLE prompt_versions (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  projectId TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL, id TEXT NOT NULL UNIQUE, prompt TEXT NOT NULL,
  config TEXT NOT NULL, commitMessage TEXT, createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
  UNIQUE (projectId, name, version)
);
CREATE TABLE prompt_labels (
  projectId TEXT NOT NULL, name TEXT NOT NULL, label TEXT NOT NULL, version INTEGER NOT NULL,
  PRIMARY KEY (projectId, name, label)
);
CREATE INDEX prompt_labels_by_version ON prompt_labels (projectId, name, version);
CREATE TABLE prompt_references (
  projectId TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL, referredName TEXT NOT NULL,
  referredVersion INTEGER, referredLabel TEXT
);
CREATE INDEX prompt_references_by_version ON prompt_references (projectId, name, version);
CREATE INDEX prompt_references_by_referred ON prompt_references (projectId, referredName);
`;
