/** Model prices of a project. The built-in models are not stored. */
export const models: string = `
CREATE TABLE models (
  id TEXT PRIMARY KEY, projectId TEXT NOT NULL, modelName TEXT NOT NULL, matchPattern TEXT NOT NULL,
  startDate INTEGER, unit TEXT, tokenizerId TEXT, tokenizerConfig TEXT, pricingTiers TEXT NOT NULL,
  createdAt INTEGER NOT NULL, updatedAt INTEGER NOT NULL,
  UNIQUE (projectId, modelName)
);
`;
