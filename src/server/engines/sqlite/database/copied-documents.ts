import type { DatabaseSync } from "node:sqlite";

/**
 * Views that hide the tables of documents behind the copies, for one connection. The tables may hold documents from before the
 * service used a database elsewhere. Of media there is no copy: they belong only to the other database.
 */
const VIEWS = `
CREATE TEMP VIEW models AS SELECT number AS rowid, * FROM main.copied_models;
CREATE TEMP VIEW projects AS SELECT * FROM main.copied_projects;
CREATE TEMP VIEW prompt_versions AS SELECT * FROM main.copied_prompt_versions;
CREATE TEMP VIEW comments AS SELECT * FROM main.copied_comments;
`;

const NO_VIEWS = ["models", "projects", "prompt_versions", "comments"]
  .map((table) => `DROP VIEW IF EXISTS temp.${table};`)
  .join("\n");

/** Lets the statements of a connection read the copies of documents. */
export function showCopiedDocuments(database: DatabaseSync): void {
  database.exec(VIEWS);
}

/** Lets the statements of a connection read the tables again, which VACUUM needs: it makes their indexes anew, by their names. */
export function hideCopiedDocuments(database: DatabaseSync): void {
  database.exec(NO_VIEWS);
}
