import type { RequestIssue } from "../http/http-errors.ts";
import type { JsonObject } from "../http/json.ts";

/** Returns an issue for each key of a JSON object that is not known, so that a misspelt one does not go unnoticed. */
export function unknownKeys(
  object: JsonObject,
  known: readonly string[],
  path: ReadonlyArray<string | number>,
): RequestIssue[] {
  return Object.keys(object)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const place = [...path, key];
      const message = `${place.join(".")}: is not known. Known are ${known.join(", ")}`;
      return { code: "unrecognized_keys", message, path: place };
    });
}
