import { LOCAL_PROJECT } from "../../../storage/local-project.ts";

/** Text whose order and equality are those of its bytes, as in SQLite. */
const TEXT = 'text COLLATE "C"';

const SEQ = "seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY";

/**
 * Functions that SQLite has and statements use, under the same names: the elements of a JSON list, a list as JSON, and a field of
 * a JSON object. No text of PostgreSQL can hold NUL or half a surrogate pair, which JSON can escape: they are read as U+FFFD.
 */
const FUNCTIONS = String.raw`
CREATE FUNCTION readable_json(document text) RETURNS json LANGUAGE sql IMMUTABLE AS
  $$SELECT regexp_replace(document, '\\u(0000|d[89a-f][0-9a-f]{2})', '\\ufffd', 'gi')::json$$;
CREATE FUNCTION json_each(document text) RETURNS TABLE (value text) LANGUAGE sql IMMUTABLE AS
  $$SELECT e.value FROM pg_catalog.json_array_elements_text(readable_json(document)) e(value)$$;
CREATE FUNCTION json_extract(document text, path text) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$SELECT readable_json(document) ->> substr(path, 3)$$;
CREATE FUNCTION json_group_text(items anycompatiblearray) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$SELECT array_to_json(items)::text$$;
CREATE AGGREGATE json_group_array(anycompatible) (
  SFUNC = array_append, STYPE = anycompatiblearray, INITCOND = '{}', FINALFUNC = json_group_text
);
`;

const TABLES = `
CREATE TABLE projects (
  id ${TEXT} PRIMARY KEY, name ${TEXT} NOT NULL UNIQUE, metadata ${TEXT} NOT NULL, retentionDays bigint,
  createdAt bigint NOT NULL, updatedAt bigint NOT NULL
);
CREATE TABLE api_keys (
  id ${TEXT} PRIMARY KEY, projectId ${TEXT}, publicKey ${TEXT} NOT NULL UNIQUE, secretHash ${TEXT} NOT NULL UNIQUE,
  displaySecretKey ${TEXT} NOT NULL, note ${TEXT}, createdAt bigint NOT NULL
);
CREATE INDEX api_keys_by_project ON api_keys (projectId);
CREATE TABLE models (
  id ${TEXT} PRIMARY KEY, projectId ${TEXT} NOT NULL, modelName ${TEXT} NOT NULL, matchPattern ${TEXT} NOT NULL,
  startDate bigint, unit ${TEXT}, tokenizerId ${TEXT}, tokenizerConfig ${TEXT}, pricingTiers ${TEXT} NOT NULL,
  createdAt bigint NOT NULL, updatedAt bigint NOT NULL,
  UNIQUE (projectId, modelName)
);
CREATE TABLE comments (
  ${SEQ},
  projectId ${TEXT} NOT NULL, id ${TEXT} NOT NULL, objectType ${TEXT} NOT NULL, objectId ${TEXT} NOT NULL,
  content ${TEXT} NOT NULL, authorUserId ${TEXT}, createdAt bigint NOT NULL, updatedAt bigint NOT NULL,
  UNIQUE (projectId, id)
);
CREATE INDEX comments_by_object ON comments (projectId, objectType, objectId);
CREATE TABLE documents (
  ${SEQ},
  projectId ${TEXT} NOT NULL, kind ${TEXT} NOT NULL, id ${TEXT} NOT NULL, parentId ${TEXT} NOT NULL, uniqueKey ${TEXT},
  content ${TEXT} NOT NULL, revision bigint NOT NULL, createdAt bigint NOT NULL, updatedAt bigint NOT NULL,
  UNIQUE (projectId, kind, id), UNIQUE (projectId, kind, uniqueKey)
);
CREATE INDEX documents_by_parent ON documents (projectId, kind, parentId, seq DESC);
CREATE TABLE prompts (
  projectId ${TEXT} NOT NULL, name ${TEXT} NOT NULL, type ${TEXT} NOT NULL, tags ${TEXT} NOT NULL,
  PRIMARY KEY (projectId, name)
);
CREATE TABLE prompt_versions (
  ${SEQ},
  projectId ${TEXT} NOT NULL, name ${TEXT} NOT NULL, version bigint NOT NULL, id ${TEXT} NOT NULL UNIQUE,
  prompt ${TEXT} NOT NULL, config ${TEXT} NOT NULL, commitMessage ${TEXT}, createdAt bigint NOT NULL,
  updatedAt bigint NOT NULL,
  UNIQUE (projectId, name, version)
);
CREATE TABLE prompt_labels (
  projectId ${TEXT} NOT NULL, name ${TEXT} NOT NULL, label ${TEXT} NOT NULL, version bigint NOT NULL,
  PRIMARY KEY (projectId, name, label)
);
CREATE INDEX prompt_labels_by_version ON prompt_labels (projectId, name, version);
CREATE TABLE prompt_references (
  projectId ${TEXT} NOT NULL, name ${TEXT} NOT NULL, version bigint NOT NULL, referredName ${TEXT} NOT NULL,
  referredVersion bigint, referredLabel ${TEXT}
);
CREATE INDEX prompt_references_by_version ON prompt_references (projectId, name, version);
CREATE INDEX prompt_references_by_referred ON prompt_references (projectId, referredName);
CREATE TABLE media (
  projectId ${TEXT} NOT NULL, id ${TEXT} NOT NULL, sha256Hash ${TEXT} NOT NULL, contentType ${TEXT} NOT NULL,
  contentLength bigint NOT NULL, contentStoredAt bigint, uploadedAt bigint, uploadHttpStatus bigint,
  uploadHttpError ${TEXT}, uploadTimeMs bigint, createdAt bigint NOT NULL, updatedAt bigint NOT NULL,
  PRIMARY KEY (projectId, id)
);
CREATE TABLE media_places (
  projectId ${TEXT} NOT NULL, mediaId ${TEXT} NOT NULL, traceId ${TEXT} NOT NULL, observationId ${TEXT} NOT NULL,
  datasetId ${TEXT} NOT NULL, datasetItemId ${TEXT} NOT NULL, field ${TEXT} NOT NULL,
  PRIMARY KEY (projectId, mediaId, traceId, observationId, datasetId, datasetItemId, field)
);
CREATE INDEX media_places_by_trace ON media_places (projectId, traceId);
CREATE TABLE media_key (secret ${TEXT} NOT NULL);
CREATE TABLE datasets (
  ${SEQ},
  projectId ${TEXT} NOT NULL, id ${TEXT} NOT NULL, name ${TEXT} NOT NULL, description ${TEXT}, metadata ${TEXT} NOT NULL,
  inputSchema ${TEXT}, expectedOutputSchema ${TEXT}, createdAt bigint NOT NULL, updatedAt bigint NOT NULL,
  UNIQUE (projectId, id), UNIQUE (projectId, name)
);
CREATE INDEX datasets_by_time ON datasets (projectId, createdAt DESC, id);
CREATE TABLE dataset_items (
  ${SEQ},
  projectId ${TEXT} NOT NULL, datasetId ${TEXT} NOT NULL, id ${TEXT} NOT NULL, validFrom bigint NOT NULL, validTo bigint,
  isDeleted bigint NOT NULL, status ${TEXT} NOT NULL, input ${TEXT} NOT NULL, expectedOutput ${TEXT} NOT NULL,
  metadata ${TEXT} NOT NULL, sourceTraceId ${TEXT}, sourceObservationId ${TEXT}, createdAt bigint NOT NULL,
  updatedAt bigint NOT NULL
);
CREATE UNIQUE INDEX dataset_items_now ON dataset_items (projectId, id) WHERE validTo IS NULL;
CREATE INDEX dataset_items_by_time ON dataset_items (projectId, datasetId, createdAt DESC, id);
CREATE INDEX dataset_items_of_project ON dataset_items (projectId, createdAt DESC, id) WHERE validTo IS NULL;
`;

/** The local project, and the key that signs the addresses of media. */
const FIRST_ROWS = `
INSERT INTO projects (id, name, metadata, createdAt, updatedAt)
  SELECT '${LOCAL_PROJECT.id}', '${LOCAL_PROJECT.name}', '{}', now_ms, now_ms
  FROM (SELECT floor(extract(epoch FROM now()) * 1000)::bigint AS now_ms) now;
INSERT INTO media_key VALUES (replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));
`;

/**
 * Notice of each change of what observations are joined with. Processes listen on the channel `svc_documents`, which names the
 * table.
 */
const NOTICES = `
CREATE FUNCTION say_change() RETURNS trigger LANGUAGE plpgsql AS
  $$BEGIN PERFORM pg_notify('svc_documents', TG_TABLE_NAME); RETURN NULL; END$$;
${["models", "projects", "prompt_versions", "comments"]
  .map(
    (table) =>
      `CREATE TRIGGER ${table}_changed AFTER INSERT OR UPDATE OR DELETE ON ${table} EXECUTE FUNCTION say_change();`,
  )
  .join("\n")}
`;

/** Every table of prompts, datasets, keys, configurations and media, as the SQLite file has them. */
export const documentsOnPostgres: string = FUNCTIONS + TABLES + FIRST_ROWS + NOTICES;
