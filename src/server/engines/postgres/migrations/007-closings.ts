const NOW = "extract(epoch FROM now())::bigint * 1000";

/** Returns the statement that adds a document of the kind `closing`, as in SQLite. */
const closeWhere = (id: string, condition: string): string =>
  `INSERT INTO documents (projectId, kind, id, parentId, content, revision, createdAt, updatedAt)
  SELECT 'svc-local', 'closing', '${id}', '', '{}', 1, ${NOW}, ${NOW}
  WHERE ${condition} ON CONFLICT DO NOTHING;`;

/** Document that keeps the local project closed once a key pair was made, as in SQLite. */
export const closings: string = `
${closeWhere("key-pair", "EXISTS (SELECT 1 FROM api_keys)")}
${closeWhere("sign-in", "EXISTS (SELECT 1 FROM documents WHERE kind = 'user')")}
CREATE FUNCTION close_local_project() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
  ${closeWhere("key-pair", "true")}
  RETURN NULL;
END$$;
CREATE TRIGGER key_pair_closes AFTER INSERT ON api_keys FOR EACH ROW EXECUTE FUNCTION close_local_project();
`;
