/** Oldest Node.js that has everything the service uses. */
export const LEAST_NODE = "22.16.0";

/** Returns the message for a Node.js that is too old, else undefined. `version` is like `22.16.0`. */
export function nodeVersionProblem(version: string): string | undefined {
  if (!isOlder(version, LEAST_NODE)) return undefined;
  return `svc-server needs Node.js ${LEAST_NODE} or later, and this is ${version}. Install a newer one from https://nodejs.org.`;
}

function isOlder(version: string, least: string): boolean {
  const [parts, leastParts] = [version, least].map((text) => text.split(".").map((part) => Number.parseInt(part, 10)));
  for (const [index, wanted] of (leastParts ?? []).entries()) {
    const actual = parts?.[index] ?? 0;
    if (actual !== wanted) return actual < wanted;
  }
  return false;
}
