/** Returns the last part of a path. */
export function basename(path: string): string {
  return path.split("/").findLast((part) => part !== "") ?? "";
}
