import fc, { type Arbitrary } from "fast-check";
import {
  type DocumentedOperation,
  type NamedOperation,
  type Schema,
  documented,
  resolvedPart,
} from "../../support/server/api-document.ts";

/** Request that the document allows, or one that it does not. */
export interface FuzzRequest {
  path: string;
  body: unknown;
}

const LONG = "x".repeat(3_000);

const TEXTS = [
  "",
  " ",
  "a",
  "A/b",
  "..",
  "../../etc/passwd",
  "..%2f",
  "%00",
  "a\0b",
  "'; DROP TABLE scores;--",
  '"',
  "\\",
  "${1}",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "-1",
  "0",
  "1e999",
  "NaN",
  "🚀",
  "\ud800",
  "\u202e",
  "<b>",
  LONG,
  "2026-01-01T00:00:00Z",
  "0000-01-01",
  "+275760-09-13T00:00:00Z",
  "9999-12-31T23:59:59.999999999-23:59",
  "latest",
];

const NUMBERS = [0, -0, 1, -1, 0.1, 2 ** 31, 2 ** 53, -(2 ** 53), 2 ** 63, 1e308, -1e308, 5e-324];

const text: Arbitrary<string> = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ maxLength: 20, unit: "binary" }));
const number: Arbitrary<number> = fc.oneof(fc.constantFrom(...NUMBERS), fc.integer({ min: 0, max: 10 }));
const time: Arbitrary<string> = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
  .map((date) => date.toISOString());

/** Hostile values. Keys that reach into inherited properties are written as text: `JSON.stringify` would leave them out. */
const hostile: Arbitrary<unknown> = fc.constantFrom(
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}') as unknown,
  nested(400),
  [],
  {},
  null,
);

const anything: Arbitrary<unknown> = fc.oneof(text, number, fc.boolean(), hostile, fc.jsonValue({ maxDepth: 3 }));

/** Existing values, by the names of the parameters and fields that can refer to them. */
export type KnownValues = Readonly<Record<string, readonly string[]>>;

/** Returns requests for an operation, which can refer to the values in `known`. */
export function requestsOf({ id, path }: NamedOperation, known: KnownValues): Arbitrary<FuzzRequest> {
  const operation = documented(id);
  const context: Context = { known, name: "" };
  const segments = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = ""]) =>
    textsFor({ known, name: name === "id" ? id : name }).map((value) =>
      // A path segment of dots only never arrives: the sender resolves it and removes the segments before it.
      encodeURIComponent(value.replace(/^\.*$/, "dots").toWellFormed().slice(0, 2_000)),
    ),
  );
  const filled = fc.tuple(...segments).map((values) => {
    let at = 0;
    return path.replaceAll(/\{\w+\}/g, () => values[at++] ?? "");
  });
  return fc.record({
    path: fc.tuple(filled, queryOf(operation, context)).map(([base, query]) => (query ? `${base}?${query}` : base)),
    body: operation.requestBody ? bodyOf(operation, context) : fc.constant(undefined),
  });
}

interface Context {
  known: KnownValues;
  /** Name of the parameter or field that gets the value. */
  name: string;
}

/** Returns existing values when the name refers to such, and now and then any text. */
function textsFor({ known, name }: Context): Arbitrary<string> {
  const values = known[name];
  return values ? fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: text }) : text;
}

function queryOf({ parameters = [] }: DocumentedOperation, context: Context): Arbitrary<string> {
  const inQuery = parameters.map(resolvedPart).filter(({ in: place }) => place === "query");
  const values = inQuery.map(({ name, schema, required }) => {
    const value = valuesOf(schema, { ...context, name }).map((given) => [name, given] as const);
    const none = fc.constant([name, undefined] as const);
    return required ? value : fc.oneof({ weight: 2, arbitrary: value }, { weight: inQuery.length, arbitrary: none });
  });
  return fc.tuple(...values).map((given) => {
    const query = new URLSearchParams();
    for (const [name, value] of given) {
      if (value == null) continue;
      query.append(name, typeof value === "string" ? value.toWellFormed() : JSON.stringify(value));
    }
    return query.toString();
  });
}

function bodyOf({ requestBody }: DocumentedOperation, context: Context): Arbitrary<unknown> {
  return valuesOf(requestBody?.content["application/json"]?.schema ?? {}, context);
}

/** Returns values that follow a schema; now and then another value replaces one of them. */
function valuesOf(schema: Schema, context: Context, depth = 0): Arbitrary<unknown> {
  const right = rightValuesOf(schema, context, depth);
  return fc.oneof({ weight: 60, arbitrary: right }, { weight: 1, arbitrary: anything });
}

function rightValuesOf(given: Schema, context: Context, depth: number): Arbitrary<unknown> {
  const schema = resolvedPart(given);
  if (depth > 8) return fc.constant(null);
  const inner = (one: Schema, name = context.name): Arbitrary<unknown> =>
    valuesOf(one, { ...context, name }, depth + 1);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) {
    // With two alternative schemas, a value of one can have fields of the other, of any type.
    const both = fc
      .tuple(anything, ...options.map((one) => inner(one)))
      .map(([strange, ...parts]) => mixed(parts, strange));
    return fc.oneof(
      { weight: 3, arbitrary: fc.oneof(...options.map((one) => inner(one))) },
      { weight: 1, arbitrary: both },
    );
  }
  if (schema.allOf)
    return fc.tuple(...schema.allOf.map((one) => inner(one))).map((parts) => Object.assign({}, ...parts) as unknown);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? "any"].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, context, inner)));
}

function ofType(
  type: string,
  schema: Schema,
  context: Context,
  inner: (schema: Schema, name?: string) => Arbitrary<unknown>,
): Arbitrary<unknown> {
  switch (type) {
    case "string":
      if (schema.format === "date-time") return time;
      return schema.pattern?.startsWith("^[")
        ? fc.oneof(fc.constantFrom("a", "production"), textsFor(context))
        : textsFor(context);
    case "integer":
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 20, 1_000) });
    case "number":
      return number;
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(inner(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 3 });
    case "object": {
      const properties = Object.entries(schema.properties ?? {}).map(
        ([name, own]) => [name, inner(own, name)] as const,
      );
      return fc.record(Object.fromEntries(properties), { requiredKeys: schema.required ?? [] });
    }
    default:
      return anything;
  }
}

/** Returns the last of several objects with the fields of the others added, each with the strange value. */
function mixed(parts: readonly unknown[], strange: unknown): unknown {
  const objects = parts.filter((part) => typeof part === "object" && part !== null && !Array.isArray(part)) as object[];
  const own = objects.at(-1);
  if (own === undefined) return parts.at(-1);
  const others = objects.slice(0, -1).flatMap((other) => Object.keys(other).map((key) => [key, strange] as const));
  return { ...Object.fromEntries(others), ...own };
}

function nested(depth: number): unknown {
  let value: unknown = "deep";
  for (let i = 0; i < depth; i += 1) value = i % 2 === 0 ? [value] : { value };
  return value;
}
