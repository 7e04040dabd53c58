/** Table of documents, as a move writes and reads it. */
export interface DocumentTable {
  /** Columns that tell a row from all others of the table. */
  key: readonly string[];
  /** Columns apart from the key. */
  rest: readonly string[];
  /** Column by which rows belong to a project. Default `projectId`. */
  project?: string;
  /** True for a table whose numbers `seq` give the order of lists: its rows are written in this order. */
  isNumbered?: boolean;
  /** Columns that only grow: of the stored number and that of the file, the higher one stays. */
  growing?: readonly string[];
  /** True for a table without a constraint on the key. */
  hasNoConstraint?: boolean;
}

/** Name of a table of documents. */
export type DocumentKind =
  | "projects"
  | "api_keys"
  | "models"
  | "documents"
  | "comments"
  | "prompts"
  | "prompt_versions"
  | "prompt_numbers"
  | "prompt_labels"
  | "datasets"
  | "dataset_items"
  | "media"
  | "media_places";

const PROJECT_AND_ID = ["projectId", "id"];
const TIMES = ["createdAt", "updatedAt"];

/**
 * Tables that a move writes, in an order in which each row finds what it belongs to, and media their places: media without any are
 * removed. The key that signs addresses of media stays
 * with its service. The references of a prompt version are a field of its row.
 */
export const DOCUMENT_TABLES: Readonly<Record<DocumentKind, DocumentTable>> = {
  projects: { key: ["id"], rest: ["name", "metadata", "retentionDays", ...TIMES], project: "id" },
  api_keys: {
    key: ["id"],
    rest: ["projectId", "publicKey", "secretHash", "displaySecretKey", "note", "createdAt"],
  },
  models: {
    key: PROJECT_AND_ID,
    rest: [..."modelName matchPattern startDate unit tokenizerId tokenizerConfig pricingTiers".split(" "), ...TIMES],
  },
  documents: {
    key: ["projectId", "kind", "id"],
    rest: ["parentId", "uniqueKey", "content", "revision", ...TIMES],
    isNumbered: true,
  },
  comments: {
    key: PROJECT_AND_ID,
    rest: ["objectType", "objectId", "content", "authorUserId", ...TIMES],
    isNumbered: true,
  },
  prompts: { key: ["projectId", "name"], rest: ["type", "tags"] },
  prompt_versions: {
    key: ["projectId", "name", "version"],
    rest: ["id", "prompt", "config", "commitMessage", ...TIMES],
    isNumbered: true,
  },
  prompt_numbers: { key: ["projectId", "name"], rest: ["highest"], growing: ["highest"] },
  prompt_labels: { key: ["projectId", "name", "label"], rest: ["version"] },
  datasets: {
    key: PROJECT_AND_ID,
    rest: ["name", "description", "metadata", "inputSchema", "expectedOutputSchema", ...TIMES],
    isNumbered: true,
  },
  dataset_items: {
    key: ["projectId", "id", "validFrom"],
    rest: [
      ..."datasetId validTo isDeleted status input expectedOutput metadata sourceTraceId sourceObservationId".split(
        " ",
      ),
      ...TIMES,
    ],
    isNumbered: true,
    hasNoConstraint: true,
  },
  media_places: {
    key: "projectId mediaId traceId observationId datasetId datasetItemId field".split(" "),
    rest: [],
  },
  media: {
    key: PROJECT_AND_ID,
    rest: [
      ..."sha256Hash contentType contentLength contentStoredAt uploadedAt uploadHttpStatus uploadHttpError".split(" "),
      "uploadTimeMs",
      ...TIMES,
    ],
  },
};

/** Names of the tables, in the order in which a move writes them. */
export const DOCUMENT_KINDS: readonly DocumentKind[] = Object.keys(DOCUMENT_TABLES) as DocumentKind[];

/** Columns of the references of prompt versions, apart from those of their version. */
export const REFERENCE_COLUMNS: readonly string[] = ["referredName", "referredVersion", "referredLabel"];
