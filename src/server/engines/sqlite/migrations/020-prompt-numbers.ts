/**
 * Highest version number that each prompt has had. It stays when the version is deleted, also with the whole prompt, so that a number
 * never stands for two texts.
 */
export const promptNumbers: string = `
CREATE TABLE prompt_numbers (
  projectId TEXT NOT NULL, name TEXT NOT NULL, highest INTEGER NOT NULL,
  PRIMARY KEY (projectId, name)
) WITHOUT ROWID;
INSERT INTO prompt_numbers SELECT projectId, name, max(version) FROM prompt_versions GROUP BY projectId, name;
CREATE TRIGGER prompt_version_numbered AFTER INSERT ON prompt_versions BEGIN
  INSERT INTO prompt_numbers VALUES (new.projectId, new.name, new.version)
    ON CONFLICT (projectId, name) DO UPDATE SET highest = max(highest, excluded.highest);
END;
`;
