/** Returns the statement that adds a document of the kind `closing`, which keeps the local project closed, unless there is one. */
const closeWhere = (id: string, condition: string): string =>
  `INSERT INTO documents (projectId, kind, id, parentId, content, revision, createdAt, updatedAt)
  SELECT 'svc-local', 'closing', '${id}', '', '{}', 1, unixepoch() * 1000, unixepoch() * 1000
  WHERE ${condition} ON CONFLICT DO NOTHING;`;

/**
 * Document that keeps the local project closed once a key pair was made, by whichever way and for whichever project, also after the pair is
 * gone. Databases with key pairs, or with people who sign in, get theirs here.
 */
export const closings: string = `
${closeWhere("key-pair", "EXISTS (SELECT 1 FROM api_keys)")}
${closeWhere("sign-in", "EXISTS (SELECT 1 FROM documents WHERE kind = 'user')")}
CREATE TRIGGER key_pair_closes AFTER INSERT ON api_keys BEGIN
  ${closeWhere("key-pair", "true")}
END;
`;
