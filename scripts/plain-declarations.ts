import type { Rolldown } from "tsdown";

/** Import of a declaration file: the names, unless it has none, as the bundler writes it. */
const IMPORT = /^import (?:(.+) from )?"[^"]+";\n/gm;
const COMMENT = /\/\*[^]*?\*\//g;

/**
 * Returns a plugin that leaves imports out of declarations whose names they do not use. The bundler keeps those of the code that the
 * declarations are made of: an application that is compiled would read the declarations of libraries of which it sees nothing, and
 * TypeScript refuses an ES module among them in a declaration of CommonJS.
 */
export function plainDeclarations(): Rolldown.Plugin {
  return {
    name: "plain-declarations",
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === "chunk" && /\.d\.[mc]?ts$/.test(chunk.fileName)) chunk.code = withUsedImports(chunk.code);
      }
    },
  };
}

function withUsedImports(code: string): string {
  const used = new Set(
    code
      .replaceAll(IMPORT, "")
      .replaceAll(COMMENT, "")
      .match(/[\w$]+/g),
  );
  return code.replaceAll(IMPORT, (line, names = "") => (wordsOf(names).some((name) => used.has(name)) ? line : ""));
}

/** Returns the names in an import, also those that it renames: a name too many keeps an import, which is harmless. */
function wordsOf(names: string): readonly string[] {
  return names.match(/[\w$]+/g) ?? [];
}
