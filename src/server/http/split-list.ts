/** Returns the parts of a comma-separated list, trimmed and without empty ones. */
export function splitList(text: string | undefined): string[] {
  return (text ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
