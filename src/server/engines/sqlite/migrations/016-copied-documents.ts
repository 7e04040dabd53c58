/**
 * Copies of the documents that statements over observations read, for a service whose documents are in a database elsewhere.
 * Empty otherwise. Each new copy of a model has a new number, so that readers see that the models have changed.
 */
export const copiedDocuments: string = `
CREATE TABLE copied_models (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL, projectId TEXT NOT NULL, modelName TEXT NOT NULL, matchPattern TEXT NOT NULL, startDate INTEGER,
  unit TEXT, tokenizerId TEXT, tokenizerConfig TEXT, pricingTiers TEXT NOT NULL, createdAt INTEGER NOT NULL,
  updatedAt INTEGER NOT NULL
);
CREATE TABLE copied_projects (id TEXT PRIMARY KEY, name TEXT NOT NULL, retentionDays INTEGER);
CREATE TABLE copied_prompt_versions (
  seq INTEGER PRIMARY KEY, projectId TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL, id TEXT NOT NULL
);
CREATE INDEX copied_prompt_versions_by_name ON copied_prompt_versions (projectId, name, version);
CREATE TABLE copied_comments (
  seq INTEGER PRIMARY KEY, projectId TEXT NOT NULL, objectType TEXT NOT NULL, objectId TEXT NOT NULL,
  content TEXT NOT NULL
);
CREATE INDEX copied_comments_by_object ON copied_comments (projectId, objectType, objectId);
`;
