import { createRequire } from "node:module";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** Parts of a JSON Schema that the document uses. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  minLength?: number;
  maxLength?: number;
}

export interface DocumentedOperation {
  operationId?: string;
  parameters?: Array<{ name: string; in: string; required?: boolean; schema: Schema }>;
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: unknown }> }>;
}

interface ApiDocument {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { responses: Record<string, { content: Record<string, { schema: unknown }> }> };
}

/** OpenAPI document of the API. */
export const apiDocument: ApiDocument = createRequire(import.meta.url)("@svc/core/openapi.json");

/** Returns the part of the document that a reference leads to; any other part as it is. */
export function resolvedPart<Part extends object>(given: Part): Part {
  if (!("$ref" in given)) return given;
  const [, , group = "", name = ""] = String(given.$ref).split("/");
  const parts = apiDocument.components as unknown as Record<string, Record<string, Part>>;
  return resolvedPart(parts[group]?.[name] as Part);
}

/** Operation with its method, path and name. */
export interface NamedOperation {
  id: string;
  method: string;
  path: string;
}

/** Every operation of the document. */
export const OPERATIONS: readonly NamedOperation[] = Object.entries(apiDocument.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId }]) =>
    operationId === undefined ? [] : [{ id: operationId, method: method.toUpperCase(), path }],
  ),
);

export function documented(id: string): DocumentedOperation {
  const found = Object.values(apiDocument.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(`the document has no operation ${id}`);
  return found;
}

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { name: true, text: true } });
addFormats.default(ajv);
ajv.addVocabulary(Object.keys(apiDocument));
ajv.addSchema(apiDocument, "openapi");

const validators = new Map<string, ValidateFunction | "empty">();

/** Returns the deviation of an answer from the document; undefined when the answer is as documented. */
export function answerProblem(method: string, path: string, status: number, body: unknown): string | undefined {
  const found = operationAt(method, path);
  if (found === undefined) return `the document has no ${method} ${path}`;
  const validate = validatorOf(found, method, status);
  if (validate === undefined) return `${method} ${found} documents no answer with status ${status}`;
  if (validate === "empty") return body === undefined ? undefined : "the answer has a body";
  return validate(body) ? undefined : `${method} ${found} ${status}: ${ajv.errorsText(validate.errors)}`;
}

function operationAt(method: string, path: string): string | undefined {
  const [bare = ""] = path.split("?");
  const matching = Object.keys(apiDocument.paths).filter(
    (template) =>
      method.toLowerCase() in (apiDocument.paths[template] ?? {}) &&
      new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(bare),
  );
  // A path without parameters comes before one with them.
  return matching.toSorted((a, b) => Number(a.includes("{")) - Number(b.includes("{")))[0];
}

function validatorOf(path: string, method: string, status: number): ValidateFunction | "empty" | undefined {
  const key = `${method} ${path} ${status}`;
  const known = validators.get(key);
  if (known) return known;
  const response = apiDocument.paths[path]?.[method.toLowerCase()]?.responses[status];
  if (response === undefined) return undefined;
  const shared = response.$ref && apiDocument.components.responses[response.$ref.split("/").at(-1) ?? ""];
  const schema = (shared || response).content?.["application/json"]?.schema;
  const made = schema === undefined ? "empty" : ajv.compile(JSON.parse(withinDocument(schema)) as object);
  validators.set(key, made);
  return made;
}

function withinDocument(schema: unknown): string {
  return JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/');
}
