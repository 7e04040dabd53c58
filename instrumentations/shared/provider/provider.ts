import type { PatchedExport } from "../patching/package-instrumentation.ts";
import type { TestedVersions } from "../patching/tested-versions.ts";
import type { ClientClass, ObservablePackage } from "../recording/observe-client.ts";

/** Calls of a package, and the types and names of their observations, for the documentation. */
export interface RecordedCalls {
  readonly calls: readonly string[];
  readonly observations: readonly string[];
}

/** Package that a provider's instrumentation patches. */
export interface ProviderPackage {
  readonly name: string;
  readonly versions: TestedVersions;
  /** Word for what is recorded; `calls` by default. */
  readonly recorded?: string;
  /** Classes whose methods are recorded. */
  readonly classes?: readonly ClientClass[];
  /** Exports that are patched in another way. */
  readonly exports?: readonly PatchedExport[];
  /** Function that observes one client of the package; absent where it is no function of the classes alone. */
  readonly observer?: Pick<ObservablePackage, "functionName" | "transport" | "userAgent">;
  /** Recorded calls, where the classes do not name them all. */
  readonly recordedCalls?: RecordedCalls;
}

/** Instrumentation of the packages of one provider of models, or of one framework. Everything that lists instrumentations reads it. */
export interface Provider {
  /** Name in `OTEL_NODE_ENABLED_INSTRUMENTATIONS` and `OTEL_NODE_DISABLED_INSTRUMENTATIONS`. */
  readonly name: string;
  readonly kind: "provider" | "framework";
  /** Page in docs/ that tells what is recorded. */
  readonly page: string;
  /** Title of the page in the sidebar; absent where the page is another provider's. */
  readonly title?: string;
  /** Package of ours, or an entry of it, that exports the instrumentation. */
  readonly module: string;
  /** Name of the exported class. */
  readonly className: string;
  readonly packages: readonly ProviderPackage[];
  /** Pattern of the applications in test/ whose versions are tested, where others have the package for other reasons. */
  readonly applications?: string;
  /** False when the instrumentation replaces exports, not methods of exported objects. */
  readonly keepsExports?: false;
  /** Functions in the scope of the files that are replaced. */
  readonly functions?: readonly string[];
  /** Subpaths that applications import, by package, where the main file of a package leads to no patched file. */
  readonly entries?: Readonly<Record<string, string>>;
  /** Exported function that registers a stand-in with a library that lets itself be observed. */
  readonly registerStandIn?: string;
}

/** Declaration of a provider: what most have in common can be left out. */
export type ProviderDeclaration = Omit<Provider, "kind" | "page" | "module"> &
  Partial<Pick<Provider, "kind" | "page" | "module">>;

/** Declares a provider of models. Its package of ours and its page have its name, unless the declaration names others. */
export function provider(declaration: ProviderDeclaration): Provider {
  const { name } = declaration;
  return { kind: "provider", page: `${name}.md`, module: `@svc/${name}`, ...declaration };
}

/** Returns the paths of the patched files of all packages, relative to their packages. */
export function filesOf({ packages }: Provider): readonly string[] {
  const rows = packages.flatMap(({ classes = [], exports = [] }) => [...classes, ...exports]);
  return [...new Set(rows.flatMap(({ files }) => files))];
}
