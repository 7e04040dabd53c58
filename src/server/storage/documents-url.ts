/** Environment variable with the address of the database of documents, such as `postgres://user:password@host:5432/database`. */
export const DOCUMENTS_URL_VARIABLE = "SVC_DOCUMENTS_URL";

/** Returns the address of the database of documents in the environment; undefined to keep documents in the SQLite file. */
export function documentsUrlIn(environment: NodeJS.ProcessEnv): string | undefined {
  return environment[DOCUMENTS_URL_VARIABLE]?.trim() || undefined;
}
