import type { Rolldown } from "tsdown";

/** Line of CommonJS output that copies what `require` returned for a package of this repository. */
const COPY = /^(_svc_\w+) = (?:\w+\.)?__toESM\(\1, 1\);\n/gm;

/**
 * Returns a plugin for CommonJS builds: `import * as A` from a package of this repository is what `require` returns. The bundler
 * makes a copy in which each name is a getter, for the sake of `A.default`, which these packages do not have. A getter takes many
 * times as long as a property, and attribute names are read several times for each span.
 */
export function plainNamespaces(): Rolldown.Plugin {
  return {
    name: "plain-namespaces",
    renderChunk: (code) => code.replace(COPY, ""),
  };
}
