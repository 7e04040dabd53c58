// Module hooks that run in Node's loader thread, for Node versions without synchronous hooks.
import type { LoadHook } from "node:module";
import { PatchedFiles, type PatchedPackage } from "../modules/patched-files.ts";
import { withReport } from "../modules/reporting-source.ts";

let files = new PatchedFiles([]);

/** Data that the hooks receive when they are registered. */
export interface LoaderThreadHooksData {
  readonly packages: readonly PatchedPackage[];
}

export function initialize({ packages }: LoaderThreadHooksData): void {
  files = new PatchedFiles(packages);
}

export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context);
  const file = loaded.format === "module" ? files.find(url) : undefined;
  return file === undefined ? loaded : withReport(url, loaded, file.functions);
};
