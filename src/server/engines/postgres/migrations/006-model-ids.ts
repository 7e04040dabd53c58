/** Ids of models belong to their project, as in SQLite. */
export const modelIds: string = `
ALTER TABLE models DROP CONSTRAINT models_pkey;
ALTER TABLE models ADD PRIMARY KEY (projectId, id);
`;
