/** Packages of Langfuse that have the shapes of generation 5. */
const PACKAGES: ReadonlySet<string> = new Set(["client", "core", "langchain", "openai", "otel", "tracing"]);

/** Part of a name that becomes ours, in names that come from one of these packages. */
export const MARK: RegExp = /Langfuse/;

/** Packages of version 3, others whose calls have another shape, and files inside of packages. */
export const OTHER_PACKAGES: RegExp = /^(?:langfuse(?:-core|-langchain|-node|-vercel)?|@langfuse\/[\w-]+)(?:\/.*)?$/;

/** Advice for a package without an equal. */
export const ADVICE = "the preload, or @svc/tracing: docs/migrate-from-langfuse.md";

/** Returns the name here of a package or of what it exports. */
export const ownName = (name: string): string =>
  name
    .replace("@langfuse/", "@svc/")
    .replace(MARK, "Svc")
    .replace(/^LANGFUSE_/, "SVC_");

/** Returns true for a package that has an equal here. */
export function isPackage(name: string): boolean {
  return name.startsWith("@langfuse/") && PACKAGES.has(name.slice("@langfuse/".length));
}
