import { isFields } from "@svc/core/internal";
import { dataIn, ownData, types } from "@svc/instrumentation";

/** Fields of a query that hold numbers which are no vector: ids, and conditions with values of their own. */
const NO_VECTORS: ReadonlySet<string> = new Set([
  "filter",
  "filters",
  "group_by",
  "ids",
  "lookup_from",
  "params",
  "payload",
  "returnMetadata",
  "returnProperties",
  "where",
  "whereDocument",
  "with_payload",
]);

/** Lists of examples of a query. A number in them is an id. */
const EXAMPLES: ReadonlySet<string> = new Set(["negative", "positive"]);

const MAX_DEPTH = 20;

/**
 * Returns the data of a query with the lengths of its vectors in their places. Runs no code of the application. `name` is the
 * field that holds the value.
 */
export function withoutVectors(value: unknown, name: string, depth = 0): unknown {
  if (ArrayBuffer.isView(value)) return lengthOf(value);
  if (!isFields(value) || types.isProxy(value)) return dataIn(value);
  if (NO_VECTORS.has(name)) return dataIn(value);
  if (depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) return listWithoutVectors(value, name, depth);
  const names = Object.keys(value);
  if (isSparse(value)) return { entries: listLength(ownData(value, "indices")) };
  const copy: Record<string, unknown> = {};
  for (const field of names) {
    const described = withoutVectors(ownData(value, field), field, depth + 1);
    if (described !== undefined) copy[field] = described;
  }
  return copy;
}

/** Returns a copy of a hit with the lengths of the vectors in these fields in their places. */
export function withVectorLengths(hit: unknown, fields: readonly string[]): unknown {
  if (!isFields(hit) || types.isProxy(hit) || Array.isArray(hit)) return dataIn(hit);
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(hit)) {
    const value = ownData(hit, name);
    const described = fields.includes(name) ? withoutVectors(value, name) : dataIn(value);
    if (described !== undefined) copy[name] = described;
  }
  return copy;
}

function listWithoutVectors(list: readonly unknown[], name: string, depth: number): unknown {
  const [first] = list;
  if (typeof first === "number") return EXAMPLES.has(name) ? dataIn(list) : { dimensions: list.length };
  const isListOfVectors = Array.isArray(first) && typeof first[0] === "number" && !EXAMPLES.has(name);
  if (isListOfVectors) return { vectors: list.length, dimensions: first.length };
  return list.map((item) => withoutVectors(item, "", depth + 1));
}

function isSparse(value: object): boolean {
  return listLength(ownData(value, "indices")) !== undefined && listLength(ownData(value, "values")) !== undefined;
}

function lengthOf(view: ArrayBufferView): unknown {
  return { dimensions: listLength(view) ?? view.byteLength };
}

function listLength(list: unknown): number | undefined {
  if (types.isProxy(list)) return undefined;
  if (Array.isArray(list)) return list.length;
  return ArrayBuffer.isView(list) && "length" in list ? (list.length as number) : undefined;
}
