import type { Rolldown } from "tsdown";

/** Name of a file that has several parts, and the names of the parts. A part alone in its file is in no collection. */
export type Collections = Readonly<Record<string, RegExp>>;

/** Call that loads a file of the bundle. */
const CALL = /\brequire\("\.\/([^"]+)\.cjs"\)/g;

/**
 * Returns a plugin that puts several parts of a bundle into one file. In that file each part is a function, which runs when the
 * part is first required, and only then: the application loads what it loaded from a file for each part.
 */
export function partCollections(collections: Collections): Rolldown.Plugin {
  const rows = Object.entries(collections);
  return {
    name: "part-collections",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
      const places = new Map<string, string>();
      for (const part of chunks.map(nameOf)) {
        const [place] = rows.find(([, parts]) => parts.test(part)) ?? [];
        if (place !== undefined) places.set(part, place);
      }
      for (const chunk of chunks) {
        chunk.code = chunk.code.replace(CALL, (call, part: string) => {
          const place = places.get(part);
          return place === undefined ? call : `require("./${place}.cjs")("${part}")`;
        });
      }
      for (const [place] of rows) {
        const parts = chunks.filter((chunk) => places.get(nameOf(chunk)) === place);
        if (parts.length < 2) throw new Error(`${place} is to have several parts and has ${parts.length}.`);
        for (const { fileName } of parts) delete bundle[fileName];
        this.emitFile({ type: "asset", fileName: `${place}.cjs`, source: collectionOf(parts) });
      }
    },
  };
}

function nameOf({ fileName }: Rolldown.OutputChunk): string {
  return fileName.replace(/\.cjs$/, "");
}

/** Returns the code of a file that exports one function, which returns what a part exports. */
function collectionOf(parts: readonly Rolldown.OutputChunk[]): string {
  const functions = parts.map((part) => `"${nameOf(part)}"(module,exports){\n${part.code}\n}`);
  return `const parts={\n${functions.join(",\n")}\n};
const modules=new Map();
module.exports=(name)=>{
const known=modules.get(name);
if(known!==undefined)return known.exports;
const module={exports:{}};
modules.set(name,module);
try{parts[name](module,module.exports)}catch(error){modules.delete(name);throw error}
return module.exports;
};
`;
}
