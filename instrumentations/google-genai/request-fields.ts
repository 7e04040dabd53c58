import { isFields, type Fields } from "@svc/core/internal";

/** Model at the end of a request's path: `models/NAME:method`, or with a kind of its own, such as `tunedModels/NAME:method`. */
const MODEL = /\/(?:models\/|((?:tunedModels|endpoints)\/))([^/:]+):\w+(?:\?|$)/;

/** Fields whose own fields are parameters of the call, by where they stand: in a request, or in the application's call. */
const NESTED: readonly string[] = ["generationConfig", "parameters", "embedContentConfig", "config"];

/**
 * Returns the fields of a request with the parameters beside the content, and with the model, which is part of the path. Without
 * a `url`, the fields are those of the application's call.
 */
export function requestFields(body: Fields, url: string | undefined): Fields {
  const fields: Record<string, unknown> = {};
  for (const name of Object.keys(body)) if (!isNested(body, name)) fields[name] = body[name];
  for (const name of NESTED) if (isNested(body, name)) Object.assign(fields, body[name]);
  const model = url === undefined ? undefined : modelIn(url);
  if (model !== undefined) fields.model = model;
  return fields;
}

/** Latest URL with its model: nearly every request goes to the same one. */
let latest: { readonly url: string; readonly model: string | undefined } | undefined;

function modelIn(url: string): string | undefined {
  if (latest?.url !== url) {
    const [, kind = "", name] = MODEL.exec(url) ?? [];
    latest = { url, model: name === undefined ? undefined : kind + decodeURIComponent(name) };
  }
  return latest.model;
}

function isNested(body: Fields, name: string): boolean {
  return NESTED.includes(name) && isFields(body[name]);
}
