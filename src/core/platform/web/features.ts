/** Functions that every web page and every edge runtime has, and that the packages cannot do without. */
const NEEDED = [
  "fetch",
  "Headers",
  "AbortSignal.timeout",
  "URL.canParse",
  "TextEncoder",
  "TextDecoder",
  "setTimeout",
  "clearTimeout",
  "setInterval",
  "clearInterval",
  "btoa",
  "performance.now",
];

/**
 * Returns the line that says which functions the platform lacks to deliver anything, and what to do; undefined when it lacks
 * none.
 */
export function platformProblem(): string | undefined {
  const missing = NEEDED.filter((path) => typeof globalAt(path) !== "function").join(" and ");
  return missing
    ? `This platform has no ${missing}: spans, scores and media are not sent. Define ${missing} on globalThis before ` +
        "SvcSpanProcessor and SvcClient are created, or run on a platform that has it."
    : undefined;
}

function globalAt(path: string): unknown {
  let value: unknown = globalThis;
  for (const name of path.split(".")) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return value;
}
