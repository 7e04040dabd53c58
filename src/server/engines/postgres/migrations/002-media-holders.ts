import { HELD_TEXTS, MOST_ID_CHARACTERS, REFERENCE_START, textsOf } from "../../sqlite/migrations/held-texts.ts";

const REFERENCE = `${REFERENCE_START}type=[^|@]+\\|id=([^|@]{1,${MOST_ID_CHARACTERS}})\\|source=`;

/** Function that keeps `media_holders` as the view of a table is, when a row of the table changes. */
const HOLD = `
CREATE FUNCTION hold_media() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN
  IF TG_OP <> 'INSERT' THEN DELETE FROM media_holders WHERE holder = TG_TABLE_NAME::text AND seq = OLD.seq; END IF;
  IF TG_OP <> 'DELETE' THEN
    EXECUTE format('INSERT INTO media_holders SELECT * FROM %I WHERE seq = $1', 'media_in_' || TG_TABLE_NAME) USING NEW.seq;
  END IF;
  RETURN NULL;
END$$;
`;

/** Returns the view of the media that the rows of a table refer to, and the triggers that keep `media_holders` as the view is. */
function holdersIn(table: string, columns: readonly string[]): string {
  const [stored, added] = [textsOf(columns, "r."), textsOf(columns, "NEW.")];
  const hold = "FOR EACH ROW EXECUTE FUNCTION hold_media();";
  return `
CREATE VIEW media_in_${table} AS
  SELECT DISTINCT '${table}' AS holder, r.seq, r.projectId, found[1] AS mediaId
  FROM ${table} r, regexp_matches(${stored}, '${REFERENCE}', 'g') found
  WHERE position('${REFERENCE_START}' IN ${stored}) > 0;
INSERT INTO media_holders SELECT * FROM media_in_${table};
CREATE TRIGGER ${table}_hold_media AFTER INSERT ON ${table}
  FOR EACH ROW WHEN (position('${REFERENCE_START}' IN ${added}) > 0) EXECUTE FUNCTION hold_media();
CREATE TRIGGER ${table}_hold_other_media AFTER UPDATE OF ${columns.join(", ")} ON ${table} ${hold}
CREATE TRIGGER ${table}_release_media AFTER DELETE ON ${table} ${hold}
`;
}

/** Rows whose texts refer to media, which stay as long as the rows do. */
export const mediaHolders: string = `
CREATE TABLE media_holders (
  holder text COLLATE "C" NOT NULL, seq bigint NOT NULL, projectId text COLLATE "C" NOT NULL,
  mediaId text COLLATE "C" NOT NULL,
  PRIMARY KEY (holder, seq, mediaId)
);
CREATE INDEX media_holders_by_media ON media_holders (projectId, mediaId);
${HOLD}
${Object.entries(HELD_TEXTS)
  .map(([table, columns]) => holdersIn(table, columns))
  .join("")}`;
