import { SourceMap } from "node:module";
import { transform } from "esbuild";
import type { Rolldown } from "tsdown";

/** Length from which on a line ends at the next statement. Node prints the whole line of an error that nobody catches. */
const LINE = 100;

/**
 * Returns a plugin that leaves out the blanks and line breaks of a bundle and writes it in ASCII, which Node reads and parses in
 * less time. Names of functions and classes stay, so that stack traces tell where an error was thrown. In the files of large
 * libraries alone, variables get short names. The bundler formats code after `renderChunk`, so this runs later.
 */
export function compactCode(libraries: RegExp): Rolldown.Plugin {
  return {
    name: "compact-code",
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      await Promise.all(chunks.map((chunk) => compact(chunk, libraries.test(chunk.fileName))));
    },
  };
}

async function compact(chunk: Rolldown.OutputChunk, isLibrary: boolean): Promise<void> {
  const { code, map } = await transform(chunk.code, {
    minifyWhitespace: true,
    charset: "ascii",
    legalComments: "none",
    sourcemap: "external",
    ...(isLibrary && { minifySyntax: true, minifyIdentifiers: true, keepNames: true }),
  });
  const places = new SourceMap(JSON.parse(map));
  chunk.code = code
    .split("\n")
    .map((line, row) => broken(line, (column) => beginsAt(places, row, column)))
    .join("\n");
}

/** Returns the line in several, broken between statements. */
function broken(line: string, isBeginning: (column: number) => boolean): string {
  const lines: string[] = [];
  let start = 0;
  for (let end = line.indexOf(";", LINE) + 1; end > 0; end = line.indexOf(";", Math.max(end, start + LINE)) + 1) {
    // Elsewhere the semicolon is part of a text.
    if (!isBeginning(end)) continue;
    lines.push(line.slice(start, end));
    start = end;
  }
  return [...lines, line.slice(start)].join("\n");
}

/** Returns true where an expression or a statement begins. */
function beginsAt(places: SourceMap, row: number, column: number): boolean {
  const entry = places.findEntry(row, column);
  return "generatedColumn" in entry && entry.generatedLine === row && entry.generatedColumn === column;
}
