import { createRequire } from "node:module";
import type { AccessLevel } from "./access.ts";
import type { ProblemStyle } from "./problem-style.ts";

/** Parameter of an operation, with its schema resolved. */
export interface Parameter {
  name: string;
  in: "query" | "path" | "header";
  required?: boolean;
  schema: Record<string, unknown>;
}

/** Operation of the API, as the document describes it. */
export interface Operation {
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path in Hono's notation: `/api/public/v2/datasets/:datasetName`. */
  path: string;
  access: AccessLevel | "none";
  parameters: readonly Parameter[];
  /** True when the operation refuses query keys that are not in the document. */
  isStrictQuery: boolean;
  /** Reference to the schema of the JSON body within the document; undefined when the operation takes no body. */
  body: string | undefined;
  isBodyRequired: boolean;
  problems: ProblemStyle;
}

interface RawOperation {
  operationId: string;
  parameters?: Array<Parameter | Reference>;
  requestBody?: { required?: boolean; content: Record<string, unknown> };
  security?: Array<Record<string, unknown>>;
  responses: Record<string, Partial<Reference>>;
  "x-strict-query"?: boolean;
}

interface Reference {
  $ref: string;
}

interface ApiDocument {
  paths: Record<string, Record<string, RawOperation>>;
  components: Record<string, Record<string, unknown>>;
}

/** OpenAPI document of the API. The client is generated from the same document. */
export const apiDocument: ApiDocument = createRequire(import.meta.url)("@svc/core/openapi.json");

const JSON_TYPE = "application/json";

const STYLE_BY_PREFIX: ReadonlyArray<[prefix: string, style: ProblemStyle]> = [
  ["Evaluation", "coded"],
  ["Unstable", "coded"],
  ["Scim", "scim"],
];

const operations = new Map<string, Operation>();
for (const [path, methods] of Object.entries(apiDocument.paths)) {
  for (const [method, raw] of Object.entries(methods)) {
    if (raw.operationId !== undefined) operations.set(raw.operationId, readOperation(path, method, raw));
  }
}

/** Returns the operation with this id. Throws when the document has no such operation: a mistake in our own list of routes. */
export function operationOf(id: string): Operation {
  const operation = operations.get(id);
  if (operation === undefined) throw new Error(`the API document has no operation ${id}`);
  return operation;
}

function readOperation(path: string, method: string, raw: RawOperation): Operation {
  const pointer = `#/paths/${path.replaceAll("/", "~1")}/${method}/requestBody/content/${JSON_TYPE.replace("/", "~1")}`;
  return {
    id: raw.operationId,
    method: method.toUpperCase() as Operation["method"],
    path: path.replaceAll(/\{(\w+)\}/g, ":$1"),
    access: accessOf(raw.security),
    parameters: (raw.parameters ?? []).map(resolve),
    isStrictQuery: raw["x-strict-query"] ?? false,
    body: raw.requestBody?.content[JSON_TYPE] ? `${pointer}/schema` : undefined,
    isBodyRequired: raw.requestBody?.required ?? false,
    problems: styleOf(raw.responses["401"]?.$ref ?? ""),
  };
}

/** Reads the access level. An operation without a `security` list needs the keys of a project; an empty list needs no keys. */
function accessOf(security: RawOperation["security"]): Operation["access"] {
  if (security === undefined) return "project";
  const schemes = security.flatMap((alternative) => Object.keys(alternative));
  if (schemes.length === 0) return "none";
  if (schemes.includes("publicKey")) return "scores";
  return schemes.includes("organizationKey") ? "organization" : "project";
}

function resolve(parameter: Parameter | Reference): Parameter {
  if (!("$ref" in parameter)) return parameter;
  const [, , group = "", name = ""] = parameter.$ref.split("/");
  return apiDocument.components[group]?.[name] as Parameter;
}

function styleOf(reference: string): ProblemStyle {
  const name = reference.slice(reference.lastIndexOf("/") + 1);
  return STYLE_BY_PREFIX.find(([prefix]) => name.startsWith(prefix))?.[1] ?? "named";
}
