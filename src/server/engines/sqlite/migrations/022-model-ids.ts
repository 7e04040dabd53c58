/** Ids of models belong to their project: one that another project has taken is free, so that nobody learns of it. */
export const modelIds: string = `
CREATE TABLE models_of_projects (
  id TEXT NOT NULL, projectId TEXT NOT NULL, modelName TEXT NOT NULL, matchPattern TEXT NOT NULL,
  startDate INTEGER, unit TEXT, tokenizerId TEXT, tokenizerConfig TEXT, pricingTiers TEXT NOT NULL,
  createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
  PRIMARY KEY (projectId, id),
  UNIQUE (projectId, modelName)
);
INSERT INTO models_of_projects SELECT id, projectId, modelName, matchPattern, startDate, unit, tokenizerId, tokenizerConfig,
  pricingTiers, createdAt, updatedAt FROM models;
DROP TABLE models;
ALTER TABLE models_of_projects RENAME TO models;
`;
