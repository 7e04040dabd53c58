/** Highest version number that each prompt has had, as in SQLite. It stays when the version is deleted, also with the whole prompt. */
export const promptNumbers: string = `
CREATE TABLE prompt_numbers (
  projectId text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL, highest bigint NOT NULL,
  PRIMARY KEY (projectId, name)
);
INSERT INTO prompt_numbers SELECT projectId, name, max(version) FROM prompt_versions GROUP BY projectId, name;
CREATE FUNCTION number_prompt_version() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
  INSERT INTO prompt_numbers VALUES (NEW.projectId, NEW.name, NEW.version)
    ON CONFLICT (projectId, name) DO UPDATE SET highest = greatest(prompt_numbers.highest, excluded.highest);
  RETURN NULL;
END$$;
CREATE TRIGGER prompt_version_numbered AFTER INSERT ON prompt_versions
  FOR EACH ROW EXECUTE FUNCTION number_prompt_version();
`;
