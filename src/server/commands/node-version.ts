/** The least Node.js that has everything the service uses. */
export const LEAST_NODE = "22.16.0";

/** What to tell someone whose Node.js is too old, or undefined when it is not. `version` is like `22.16.0`. */
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
