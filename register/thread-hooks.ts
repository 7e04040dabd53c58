// Hooks in Node's thread for asynchronous module hooks, on versions that lack the synchronous ones.
import type { LoadHook } from "node:module";
import { PatchedFiles, type PatchedPackage } from "./patched-files.ts";
import { withReport } from "./reporting-source.ts";

let files = new PatchedFiles([]);

/** What the hooks are given when they are registered. */
export interface ThreadHooksData {
  readonly packages: readonly PatchedPackage[];
}

export function initialize({ packages }: ThreadHooksData): void {
  files = new PatchedFiles(packages);
}

export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context);
  return loaded.format === "module" && files.find(url) !== undefined ? withReport(url, loaded) : loaded;
};
