import { invalidParameter } from "../../http/http-errors.ts";

/**
 * The name of a prompt or a dataset as it is stored: without spaces at either end; folders stand in front of it, with `/`. Throws a
 * 400 for one that no path of the API could carry, or that could not be shown.
 */
export function readFolderName(given: string, reserved: readonly string[] = []): string {
  const name = given.trim();
  const parts = name.split("/");
  if (name === "") throw invalidParameter("name", "it is empty");
  if (parts.includes("")) throw invalidParameter("name", "no / stands at either end, and no two in a row");
  if (parts.includes(".") || parts.includes("..")) throw invalidParameter("name", "no folder is called . or ..");
  if (/<[^<>]*>/.test(name)) throw invalidParameter("name", "it holds no HTML");
  if (name.includes("\0")) throw invalidParameter("name", "it holds a NUL character");
  if (reserved.includes(name)) throw invalidParameter("name", `${name} is reserved`);
  return name;
}
