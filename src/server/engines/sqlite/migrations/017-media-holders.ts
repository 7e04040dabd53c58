import { HELD_TEXTS, MOST_ID_CHARACTERS, REFERENCE_START, textsOf } from "./held-texts.ts";

/**
 * Returns the view of the media that the rows of a table refer to, and the triggers that keep `media_holders` as the view is. In
 * the JSON of a text, each start of a reference is made the border between two elements of a list.
 */
function holdersIn(table: string, columns: readonly string[]): string {
  const [stored, added] = [textsOf(columns, "r."), textsOf(columns, "new.")];
  const hold = `INSERT INTO media_holders SELECT * FROM media_in_${table} WHERE seq = new.seq;`;
  const release = `DELETE FROM media_holders WHERE holder = '${table}' AND seq = old.seq;`;
  return `
CREATE VIEW media_in_${table} AS
  SELECT DISTINCT '${table}' AS holder, seq, projectId, substr(rest, 1, instr(rest, '|') - 1) AS mediaId
  FROM (
    SELECT r.seq AS seq, r.projectId AS projectId, substr(value, instr(value, '|id=') + 4) AS rest
    FROM ${table} r, json_each(replace(json_array(${stored}), '${REFERENCE_START}', '","'))
    WHERE instr(${stored}, '${REFERENCE_START}') > 0 AND key > 0 AND value LIKE 'type=%|id=%|source=%'
  ) WHERE instr(rest, '|') BETWEEN 2 AND ${MOST_ID_CHARACTERS + 1};
INSERT INTO media_holders SELECT * FROM media_in_${table};
CREATE TRIGGER ${table}_hold_media AFTER INSERT ON ${table} WHEN instr(${added}, '${REFERENCE_START}') > 0
  BEGIN ${hold} END;
CREATE TRIGGER ${table}_hold_other_media AFTER UPDATE OF ${columns.join(", ")} ON ${table} BEGIN ${release} ${hold} END;
CREATE TRIGGER ${table}_release_media AFTER DELETE ON ${table} BEGIN ${release} END;
`;
}

/** Rows whose texts refer to media, which stay as long as the rows do. */
export const mediaHolders: string = `
CREATE TABLE media_holders (
  holder TEXT NOT NULL, seq INTEGER NOT NULL, projectId TEXT NOT NULL, mediaId TEXT NOT NULL,
  PRIMARY KEY (holder, seq, mediaId)
) WITHOUT ROWID;
CREATE INDEX media_holders_by_media ON media_holders (projectId, mediaId);
${Object.entries(HELD_TEXTS)
  .map(([table, columns]) => holdersIn(table, columns))
  .join("")}`;
