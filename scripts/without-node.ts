import { isBuiltin } from "node:module";
import type { Rolldown } from "tsdown";

/**
 * Returns a plugin for builds that run where there is no Node: an import of a module of Node, under either of its names, fails
 * the build and is named with the file that has it.
 */
export function withoutNode(): Rolldown.Plugin {
  return {
    name: "without-node",
    resolveId(id, importer) {
      if (!isBuiltin(id)) return null;
      return this.error(`${importer} imports ${id} in a build without Node. Put what needs it into platform/node.`);
    },
  };
}
