// Module hooks in Node's loader thread, for versions without synchronous hooks.
import type { LoadHook } from "node:module";
import { PatchedFiles, type PatchedPackage } from "./patched-files.ts";
import { withReport } from "./reporting-source.ts";

let files = new PatchedFiles([]);

/** Data that the hooks receive when they are registered. */
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
