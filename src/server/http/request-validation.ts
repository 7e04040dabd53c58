import { isExactNumber } from "@svc/core/internal";
import type { ErrorObject, ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type Operation, apiDocument } from "./api-document.ts";
import { type RequestIssue, invalidRequest } from "./http-errors.ts";
import { UNSHOWN, isPrintable, isShownText } from "../resources/shown-text.ts";
import { parseIsoTime } from "./iso-time.ts";

const DOCUMENT = "api";

/** Maximum number of problems in one answer. */
const MAX_ISSUES = 20;

/**
 * Most values of a body of which all problems are looked for. Of a larger body only the first is: for each item of a list Ajv copies the
 * problems of the items before, which takes minutes for a list of 100,000.
 */
const MOST_VALUES = 1_000;

/** Most times that a body is checked again, after numbers in it were settled. */
const MOST_CHECKS = 100;

/** Formats of texts that people send. A `name` stays on its line wherever it is shown; a `text` has lines. */
const FORMATS = {
  name: { type: "string", validate: isPrintable },
  text: { type: "string", validate: isShownText },
  "date-time": { type: "string", validate: (text: string) => parseIsoTime(text) !== undefined },
} as const;

/** Reasons why a text has not the format. */
const FORMAT_REASONS: Readonly<Record<string, string>> = UNSHOWN;

const shared = { strict: false, allErrors: true, formats: FORMATS, logger: false } as const;
/** Validator of query parameters. They arrive as text, and the validator converts them to the types of the document. */
const queries = new Ajv2020({ ...shared, coerceTypes: true, useDefaults: true }).addSchema(apiDocument, DOCUMENT);
const bodies = new Ajv2020(shared).addSchema(apiDocument, DOCUMENT);
const largeBodies = new Ajv2020({ ...shared, allErrors: false }).addSchema(apiDocument, DOCUMENT);

const queryValidators = new Map<string, ValidateFunction>();

/** Values of query or path parameters, in the types of the document and with defaults filled in. */
export type ReadParameters = Record<string, string | number | boolean | string[] | undefined>;

/** Returns a text parameter of the query; undefined for an empty text, which counts as not given. */
export function givenText<Text extends string>(text: Text | undefined): Text | undefined {
  return text === "" ? undefined : text;
}

/** Checks and reads the query parameters of an operation. Throws a 400 that names each parameter that cannot be used. */
export function readQuery(operation: Operation, given: Readonly<Record<string, string[]>>): ReadParameters {
  const read: ReadParameters = {};
  const known = new Map(operation.parameters.filter((p) => p.in === "query").map((p) => [p.name, p]));
  for (const [name, values] of Object.entries(given)) {
    const schema = known.get(name)?.schema;
    if (schema === undefined && !operation.isStrictQuery) continue;
    // An empty value stands for the default, except in a parameter whose type is text.
    if (values.length === 1 && values[0] === "" && schema?.["type"] !== "string") continue;
    read[name] = values.length === 1 || schema?.["type"] !== undefined ? values[0] : values;
  }
  refuse(issuesOf(queryValidator(operation), read));
  return read;
}

/**
 * Checks the JSON body of an operation. Throws a 400 that names the fields that cannot be used. In fields whose type is a number, the
 * body has JavaScript numbers afterwards; free content keeps numbers whose digits were kept.
 */
export function checkBody(operation: Operation, body: unknown): void {
  if (operation.body === undefined) return;
  refuse(issuesOf(bodyValidator(operation.body, body), body));
}

/** Returns a check of bodies that the document does not have. It throws a 400 that names the fields that cannot be used. */
export function bodyCheck(schema: object): (body: unknown) => void {
  // Ajv compiles a schema once.
  return (body) => refuse(issuesOf(ajvFor(body).compile(schema), body));
}

/** Returns the reasons why a value does not match one of the document's schemas; empty when it matches. */
export function schemaIssues(schema: string, value: unknown): RequestIssue[] {
  return issuesOf(bodyValidator(`#/components/schemas/${schema}`, value), value);
}

/** Returns the check of a body against the schema at this place of the document. */
function bodyValidator(place: string, body: unknown): ValidateFunction {
  const validate = ajvFor(body).getSchema(DOCUMENT + place);
  if (validate === undefined) throw new Error(`the API document has no schema at ${place}`);
  return validate as ValidateFunction;
}

function ajvFor(body: unknown): Ajv2020 {
  return hasMoreValues(body, MOST_VALUES) ? largeBodies : bodies;
}

/** Returns true for a body with more than this number of values. Looks at no more of them. */
function hasMoreValues(body: unknown, most: number): boolean {
  const left = [body];
  for (let count = 0; left.length > 0; count += 1) {
    const value = left.pop();
    if (typeof value !== "object" || value === null) continue;
    const values = Object.values(value);
    if (count + left.length + values.length > most) return true;
    left.push(...values);
  }
  return false;
}

function queryValidator(operation: Operation): ValidateFunction {
  const known = queryValidators.get(operation.id);
  if (known) return known;
  const parameters = operation.parameters.filter((parameter) => parameter.in === "query");
  const schema = {
    type: "object",
    properties: Object.fromEntries(parameters.map(({ name, schema: own }) => [name, withinDocument(own)])),
    required: parameters.filter(({ required }) => required).map(({ name }) => name),
    ...(operation.isStrictQuery && { additionalProperties: false }),
  };
  const validate = queries.compile(schema);
  queryValidators.set(operation.id, validate);
  return validate;
}

/** Makes the references in a schema point to the document, so that they also resolve when the schema is used on its own. */
function withinDocument(schema: unknown): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', `"$ref":"${DOCUMENT}#/`));
}

function refuse(issues: RequestIssue[]): void {
  if (issues.length > 0) throw invalidRequest(issues);
}

function issuesOf(validate: ValidateFunction, value: unknown, checks: number = 1): RequestIssue[] {
  if (validate(value)) return [];
  const unusable: RequestIssue[] = [];
  let isSettled = false;
  for (const { keyword, params, instancePath } of validate.errors ?? []) {
    if (keyword !== "type" || !/number|integer/.test(String(params["type"]))) continue;
    const issue = settleNumber(value, segmentsOf(instancePath));
    if (typeof issue === "object") unusable.push(issue);
    else isSettled ||= issue;
  }
  if (unusable.length > 0) return unusable.slice(0, MAX_ISSUES);
  return isSettled && checks < MOST_CHECKS
    ? issuesOf(validate, value, checks + 1)
    : (validate.errors ?? []).slice(0, MAX_ISSUES).map(asIssue);
}

/**
 * Replaces a number whose digits were kept by the nearest JavaScript number, which is what a field of that type holds. Returns true
 * when it did, false where there is no such number, and the issue where the number would become another whole number, or infinite.
 */
function settleNumber(body: unknown, path: readonly string[]): boolean | RequestIssue {
  const holder = path.slice(0, -1).reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], body);
  const name = path.at(-1);
  const number = name === undefined ? undefined : (holder as Record<string, unknown>)[name];
  if (name === undefined || !isExactNumber(number)) return false;
  const { rawJSON } = number;
  const value = Number(rawJSON);
  if (!Number.isFinite(value) || (!Number.isSafeInteger(value) && /^-?\d+$/.test(rawJSON))) {
    const message = `${path.join(".")}: the number ${rawJSON.slice(0, 50)} cannot be kept exactly. Send one that a double holds`;
    return { code: "inexact_number", message, path: [...path] };
  }
  (holder as Record<string, unknown>)[name] = value;
  return true;
}

function segmentsOf(instancePath: string): string[] {
  const segments = instancePath.split("/").slice(1);
  return segments.map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function asIssue({ instancePath, keyword, message = "cannot be used", params }: ErrorObject): RequestIssue {
  const segments = segmentsOf(instancePath);
  const own: unknown = params["missingProperty"] ?? params["additionalProperty"];
  const path = [...segments, ...(typeof own === "string" ? [own] : [])];
  const allowed: unknown = params["allowedValues"];
  const options = Array.isArray(allowed) ? `: ${allowed.join(", ")}` : "";
  const reason = FORMAT_REASONS[String(params["format"])] ?? message + options;
  return { code: keyword, message: `${path.join(".") || "body"}: ${reason}`, path };
}
