import { types } from "#platform/types";
import { isFields, SERIALIZATION_FAILED, textOf, type Fields } from "@svc/core/internal";
import { readJsonObject } from "../data/json-text.ts";
import { dataIn, emptyObject, isPlainData, ownData, platformData } from "../data/plain-data.ts";
import { describeFiles } from "./uploaded-file.ts";

/** Name of a form field that is an item of a list (`image[]`) or a field of an object (`chunking_strategy[type]`). */
const NESTED = /^([^[]+)\[([^\]]*)\]$/;

/**
 * Returns the fields of a body as the SDK hands it on: JSON, a plain object that becomes JSON, or a form, whose files are described.
 * Returns undefined for any other body, which can be read only once. Arrays and objects in the `textFields` of a text in JSON stay the text. A form
 * holds nothing but texts: `passed`, the body that the application passed, shows which texts were numbers and booleans.
 */
export function fieldsOfBody(body: unknown, passed: unknown, textFields: ReadonlySet<string>): Fields | undefined {
  if (typeof body === "string") return fieldsOfJson(body, textFields);
  if (isPlainData(body)) return plainFields(body, []);
  return isForm(body) ? fieldsOfForm(body, passed) : undefined;
}

/** Returns the fields with the headers that are parameters, as lists, under the names of the parameters. */
export function withFieldsOfHeaders(fields: Fields, headers: unknown, names: Readonly<Record<string, string>>): Fields {
  let found: Record<string, unknown> | undefined;
  for (const name in names) {
    const text = textOf(headerIn(headers, names[name]!));
    if (text !== undefined) (found ??= {})[name] = text.split(",").map((item) => item.trim());
  }
  return found ? { ...fields, ...found } : fields;
}

function headerIn(headers: unknown, name: string): unknown {
  if (!types.isProxy(headers) && headers instanceof Headers) return Headers.prototype.get.call(headers, name);
  // Older clients have headers of another package, or keep them in a plain object.
  const get = platformData(headers, "get");
  return typeof get === "function" ? Reflect.apply(get, headers, [name]) : ownData(headers, name);
}

/** Returns the data among the fields that the application passed: the object itself where all of it is data. Files are described. */
export function plainFields(passed: unknown, files: readonly string[]): Fields {
  const data = files.length === 0 ? dataOrSentinel(passed) : undefined;
  if (isFields(data)) return data;
  const fields = emptyObject();
  if (!isFields(passed) || types.isProxy(passed)) return fields;
  for (const name of Object.keys(passed)) {
    const value = ownData(passed, name);
    fields[name] = files.includes(name) ? describeFiles(value) : dataOrSentinel(value);
  }
  return fields;
}

function dataOrSentinel(value: unknown): unknown {
  try {
    return dataIn(value);
  } catch {
    return SERIALIZATION_FAILED;
  }
}

function fieldsOfJson(text: string, textFields: ReadonlySet<string>): Fields | undefined {
  try {
    const fields = readJsonObject(text, textFields);
    if (fields !== undefined) return fields;
    const body: unknown = JSON.parse(text);
    return isFields(body) && !Array.isArray(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

function isForm(body: unknown): body is FormData {
  return isFields(body) && !types.isProxy(body) && body instanceof FormData;
}

function fieldsOfForm(form: FormData, passed: unknown): Fields {
  const fields = emptyObject();
  for (const [name, value] of FormData.prototype.entries.call(form)) {
    const [, outer = name, inner] = NESTED.exec(name) ?? [];
    const field = typeof value === "string" ? asPassed(value, ownData(passed, name)) : describeFiles(value);
    if (inner === undefined) fields[outer] = field;
    else if (inner === "") (fields[outer] = listIn(fields[outer])).push(field);
    else fields[outer] = { ...(isFields(fields[outer]) && fields[outer]), [inner]: field };
  }
  return fields;
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

/** Returns the number or the boolean that a text was made of, else the text. */
function asPassed(text: string, passed: unknown): unknown {
  return (typeof passed === "number" || typeof passed === "boolean") && String(passed) === text ? passed : text;
}
