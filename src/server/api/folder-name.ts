import { invalidParameter } from "../http/http-errors.ts";

/**
 * Returns the name of a prompt or a dataset to store: trimmed, with its folders in front of it, separated by `/`. Throws a 400
 * for a reserved name, and for a name that a path of the API could not carry or a page could not show.
 */
export function readFolderName(given: string, reserved: readonly string[] = []): string {
  const name = given.trim();
  const parts = name.split("/");
  if (name === "") throw invalidParameter("name", "it is empty");
  if (parts.includes("")) throw invalidParameter("name", "no / stands at either end, and no two in a row");
  if (parts.includes(".") || parts.includes("..")) throw invalidParameter("name", "no folder is called . or ..");
  if (/<[^<>]*>/.test(name)) throw invalidParameter("name", "it holds no HTML");
  if (reserved.includes(name)) throw invalidParameter("name", `${name} is reserved`);
  return name;
}
