/**
 * Reads one environment variable. An empty value counts as unset. When the runtime has no `process.env`, or `process.env`
 * lacks the name, the name is read from `globalThis`, where edge runtimes bind their variables.
 */
export function getEnv(name: string): string | undefined {
  const { process, [name]: bound } = globalThis as Record<string, unknown> & {
    process?: { env?: Record<string, string | undefined> };
  };
  const value = process?.env?.[name] || bound;
  return typeof value === "string" && value !== "" ? value : undefined;
}
