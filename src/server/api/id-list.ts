import { invalidParameter } from "../http/http-errors.ts";
import { parseJson } from "../http/json.ts";

/** Reads the parameter `ids`, a JSON list of at most `most` ids. Throws a 400 for anything else. */
export function readIds(text: string = "[]", most: number = Infinity): string[] {
  const ids = parseJson(text);
  const isList = Array.isArray(ids) && ids.length <= most && ids.every((id) => typeof id === "string");
  if (isList) return ids;
  throw invalidParameter("ids", `a JSON list of ${most === Infinity ? "" : `at most ${most} `}texts is expected`);
}
