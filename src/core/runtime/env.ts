/**
 * Reads one environment variable. An empty value counts as unset. When the runtime has no `process.env`, or `process.env`
 * lacks the name, the name is read from `globalThis`, where edge runtimes bind their variables.
 */
export function getEnv(name: string): string | undefined {
  const fromProcess = typeof process === "undefined" ? undefined : process.env?.[name];
  const value = fromProcess || (globalThis as Record<string, unknown>)[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
