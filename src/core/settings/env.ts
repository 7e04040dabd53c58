/**
 * Reads one environment variable. An empty value counts as unset. Where the runtime has no `process.env`, or lacks the
 * name there, the same name is looked up on `globalThis` (edge runtimes bind their variables so).
 */
export function getEnv(name: string): string | undefined {
  const fromProcess = typeof process === "undefined" ? undefined : process.env?.[name];
  const value = fromProcess || (globalThis as Record<string, unknown>)[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
