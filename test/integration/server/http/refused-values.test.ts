// A request with one value that its operation does not take is a 400 whose answer names the field, and nothing is stored. The rows are made of the API
// document: each parameter and each field of a body, with every kind of value that its schema excludes.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";
import {
  type NamedOperation,
  OPERATIONS,
  type Schema,
  documented,
  resolvedPart,
} from "../../../support/server/api-document.ts";
import { organizationKeys } from "../../../support/server/api-keys.ts";

let server: RunningServer;
let organization: string;
let database: DatabaseSync;
beforeAll(async () => {
  ({ server, authorization: organization } = await organizationKeys(startServer));
  const directory = server.dataDirectory ?? "";
  const file = readdirSync(directory).find((name) => name.endsWith(".sqlite")) ?? "";
  database = new DatabaseSync(join(directory, file), { readOnly: true });
});
afterAll(async () => {
  database?.close();
  await server?.close();
});

const call = callsOf(() => server);

/** Times that do not exist. */
const IMPOSSIBLE_TIMES = ["soon", "", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z", "2026-01-01T25:00:00Z"];

const OF_ANOTHER_TYPE: Readonly<Record<string, unknown>> = {
  string: 5,
  integer: "many",
  number: "much",
  boolean: "maybe",
  array: { a: 1 },
  object: [1],
};

/** Returns values that a schema excludes; none for a schema that takes anything. */
function excludedBy(given: Schema): unknown[] {
  const schema = resolvedPart(given);
  const types = [schema.type ?? []].flat();
  if (schema.anyOf ?? schema.oneOf ?? schema.allOf) return unshownBy(schema);
  const type = types.find((one) => one !== "null") ?? "";
  if (schema.enum) return ["NO_SUCH_VALUE", 5];
  if (type === "") return [];
  const values = types.length - Number(types.includes("null")) === 1 ? [OF_ANOTHER_TYPE[type]] : [];
  if (!types.includes("null")) values.push(null);
  if (schema.format === "date-time") values.push(...IMPOSSIBLE_TIMES);
  values.push(...unshownBy(schema));
  if (schema.minLength !== undefined && schema.minLength > 0) values.push("");
  if (schema.maxLength !== undefined) values.push("x".repeat(schema.maxLength + 1));
  if (schema.minimum !== undefined) values.push(schema.minimum - 1);
  if (schema.maximum !== undefined) values.push(schema.maximum + 1);
  if (schema.minItems !== undefined && schema.minItems > 0) values.push([]);
  if (type === "integer") values.push(1.5);
  return values;
}

/** Texts that names and texts do not have. */
const UNSHOWN = new Map<string | undefined, string[]>([
  ["name", ["two\nlines", "a\u001b[31mred", "left\u202eright"]],
  ["text", ["a\u001b[31mred", "a\u0000b"]],
]);

/** Returns values of a schema in which one name or text, at any depth, cannot be shown. */
function unshownBy(given: Schema): unknown[] {
  const schema = resolvedPart(given);
  const { format, anyOf, oneOf, items, properties } = schema;
  const alternatives = (anyOf ?? oneOf ?? []).flatMap(unshownBy);
  const elements = items ? unshownBy(items).map((element) => [element]) : [];
  const example = properties ? Object.entries(exampleOf(schema) as object) : [];
  const fields = Object.entries(properties ?? {}).flatMap(([name, field]) =>
    unshownBy(field).map((value) => Object.fromEntries([...example, [name, value]])),
  );
  return [...(UNSHOWN.get(format) ?? []), ...alternatives, ...elements, ...fields];
}

/** Returns the objects that a body can be: one for each alternative. */
function alternativesOf(given: Schema): Schema[] {
  const schema = resolvedPart(given);
  const others = schema.anyOf ?? schema.oneOf;
  return others ? others.flatMap(alternativesOf) : schema.properties ? [schema] : [];
}

/** Returns bodies with one wrong field each; of the others, only those that are needed. */
function wrongBodies({ id }: NamedOperation): Array<[field: string, body: unknown]> {
  const body = documented(id).requestBody?.content["application/json"]?.schema;
  return (body ? alternativesOf(body) : []).flatMap(({ properties = {}, required = [] }) => {
    const base = Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]));
    const withField = (name: string, value: unknown): [string, unknown] => [name, { ...base, [name]: value }];
    const missing = required.map((name) => withField(name, undefined));
    return missing.concat(
      Object.entries(properties).flatMap(([name, schema]) => excludedBy(schema).map((value) => withField(name, value))),
    );
  });
}

function exampleOf(given: Schema): unknown {
  const schema = resolvedPart(given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [alternative] = schema.anyOf ?? schema.oneOf ?? [];
  if (alternative) return exampleOf(alternative);
  const [type = "string"] = [schema.type ?? "string"].flat();
  switch (type) {
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "array":
      return schema.minItems ? [exampleOf(schema.items ?? {})] : [];
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, exampleOf(schema.properties?.[name] ?? {})]),
      );
    default:
      return schema.format === "date-time" ? "2026-01-01T00:00:00Z" : "text";
  }
}

/** Returns queries with one wrong parameter each; of the others, only those that are needed. */
function wrongQueries({ id }: NamedOperation): Array<[parameter: string, query: string]> {
  const parameters = (documented(id).parameters ?? [])
    .map(resolvedPart)
    .filter((parameter) => parameter.in === "query");
  const needed = parameters.filter(({ required }) => required);
  const base = Object.fromEntries(needed.map(({ name, schema }) => [name, String(exampleOf(schema))]));
  return parameters.flatMap(({ name, schema }) =>
    excludedBy(schema)
      // In a query everything is text, and an empty one stands for the default.
      .filter((value) => value !== null && value !== "" && typeof value !== "object")
      .filter((value) => !(typeof value === "number" && resolvedPart(schema).type === "string"))
      .map((value): [string, string] => [name, new URLSearchParams({ ...base, [name]: String(value) }).toString()]),
  );
}

/** Returns a value that changes whenever anything is stored. */
const state = (): unknown => database.prepare("PRAGMA data_version").get()?.["data_version"];

/** Sends a request with the keys it needs, and returns what is wrong with the answer; undefined if it is a 400 that names the field. */
async function problemOf(method: string, path: string, field: string, body?: unknown): Promise<string | undefined> {
  const before = state();
  const project = await call(method, path, body);
  const answer = project.status === 403 ? await call(method, path, body, organization) : project;
  const text = JSON.stringify(answer.body);
  const isRight = answer.status === 400 && text.includes(field) && state() === before;
  if (isRight) return undefined;
  const sent = JSON.stringify(body)?.slice(0, 200) ?? path;
  return `${field}: ${answer.status}${state() === before ? "" : ", and something is stored"} for ${sent}: ${text?.slice(0, 200)}`;
}

/** Operations whose bodies are those of another standard: an empty export is one. */
const OTHER_BODIES: ReadonlySet<string> = new Set(["opentelemetry_exportTraces"]);

const filled = ({ path }: NamedOperation): string => path.replace("/api/public", "").replaceAll(/\{\w+\}/g, "nothing");

const BODIES = OPERATIONS.filter((operation) => !OTHER_BODIES.has(operation.id))
  .map((operation) => ({ operation, id: operation.id, bodies: wrongBodies(operation) }))
  .filter(({ bodies }) => bodies.length > 0);

const QUERIES = OPERATIONS.map((operation) => ({
  operation,
  id: operation.id,
  queries: wrongQueries(operation),
})).filter(({ queries }) => queries.length > 0);

test.each(BODIES)(
  "$id refuses each field of its body with a value that it does not take",
  async ({ operation, bodies }) => {
    const { method } = operation;
    const problems = await Promise.all(
      bodies.map(async ([field, body]) => problemOf(method, filled(operation), field, body)),
    );
    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  },
);

test.each(QUERIES)("$id refuses each parameter with a value that it does not take", async ({ operation, queries }) => {
  const body = operation.method === "GET" ? undefined : {};
  const problems = await Promise.all(
    queries.map(async ([name, query]) => problemOf(operation.method, `${filled(operation)}?${query}`, name, body)),
  );
  expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
});

/** Fields of bodies that lists, tables and terminals show. */
const SHOWN =
  /^(?:name|\w+Name|labels?|tags|categories|note|provider|model|customModels|path|comment|\w*[dD]escription|commitMessage)$/;

/** Operations whose bodies are those of another standard: SCIM checks its own names, and spans are stored as they were sent. */
const OF_ANOTHER_STANDARD = /^(?:scim|opentelemetry)_/;

/** Returns the shown texts of a schema that hold any character. */
function unbounded(given: Schema, path = ""): string[] {
  const schema = resolvedPart(given);
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])];
  const isText = [schema.type].flat().includes("string");
  const isBounded = (schema.format ?? schema.pattern ?? schema.enum ?? schema.const) !== undefined;
  const own = isText && !isBounded && SHOWN.test(path.split(".").at(-1) ?? "") ? [path] : [];
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
    unbounded(field, `${path}.${name}`),
  );
  return [...own, ...inner.flatMap((one) => unbounded(one, path)), ...fields];
}

test("every text of a body that is shown has a format", () => {
  const found = OPERATIONS.filter(({ id }) => !OF_ANOTHER_STANDARD.test(id)).flatMap(({ id }) => {
    const body = documented(id).requestBody?.content["application/json"]?.schema;
    return body ? [...new Set(unbounded(body))].map((path) => id + path) : [];
  });
  expect(found).toEqual([]);
});

test("the rows are many", () => {
  expect(BODIES.flatMap(({ bodies }) => bodies).length).toBeGreaterThan(300);
  expect(QUERIES.flatMap(({ queries }) => queries).length).toBeGreaterThan(100);
});
