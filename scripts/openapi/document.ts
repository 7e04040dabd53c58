import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseYaml } from "./tools.mjs";

/** Fields of an operation that this emitter reads. */
export interface Operation {
  operationId: string;
  tags: [string];
  summary: string;
  /** Name of the query's type. */
  "x-request-name"?: string;
  /** Name of the result's type, when the successful answers have no single schema. */
  "x-response-name"?: string;
  parameters?: Array<Parameter | Reference>;
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content } | Reference>;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: Schema;
  description?: string;
}

export interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  type?: string | string[];
  enum?: string[];
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  description?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

interface Reference {
  $ref: string;
}

type Content = Record<string, { schema: Schema }>;

/** OpenAPI document. */
export interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>> & {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
  };
  tags: Array<{ name: string; description: string }>;
  [key: string]: unknown;
}

interface Part extends Partial<Document> {
  "x-errors"?: string;
}

const COMMON = "common.yaml";

/**
 * Merges the parts of the document: `common.yaml`, and one file for each group of operations. Adds to every operation the
 * errors that any operation of its kind can answer. Throws when a path, a schema or a group is in two parts.
 */
export function readDocument(folder: string): Document {
  const { "x-common-responses": errors, ...document } = read(join(folder, COMMON)) as unknown as Document & {
    "x-common-responses": Record<string, Operation["responses"]>;
  };
  Object.assign(document, { tags: [], paths: {} });
  const shared = Object.entries(document.components["responses"] ?? {}) as Array<[string, { content?: Content }]>;
  addScimType(...shared.flatMap(([name, response]) => (name.startsWith("Scim") ? [response] : [])));
  for (const file of readdirSync(folder).toSorted()) {
    if (file === COMMON) continue;
    const { "x-errors": kind = "public", tags = [], paths = {}, components } = read(join(folder, file));
    for (const operation of Object.values(paths).flatMap((methods) => Object.values(methods))) {
      operation.responses = { ...errors[kind], ...operation.responses };
      if (kind === "scim") addScimType(operation.requestBody, ...Object.values(operation.responses));
    }
    document.tags.push(...tags);
    add(document.paths, paths, file);
    add(document.components.schemas, components?.schemas ?? {}, file);
  }
  return document;
}

/** Adds SCIM's own name of JSON to bodies that are JSON. */
function addScimType(...bodies: ReadonlyArray<{ content?: Content } | Reference | undefined>): void {
  for (const body of bodies) {
    const json = body !== undefined && "content" in body ? body.content?.["application/json"] : undefined;
    if (json !== undefined) Object.assign((body as { content: Content }).content, { "application/scim+json": json });
  }
}

function read(file: string): Part {
  return parseYaml(readFileSync(file, "utf8")) as Part;
}

function add<T>(target: Record<string, T>, source: Record<string, T>, file: string): void {
  for (const [name, value] of Object.entries(source)) {
    if (name in target) throw new Error(`${file} defines ${name}, which another part has already.`);
    target[name] = value;
  }
}
