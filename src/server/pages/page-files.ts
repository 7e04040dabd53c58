import { readFileSync, readdirSync } from "node:fs";
import { extname } from "node:path";
import { gzipSync } from "node:zlib";

/** File of the page, as it is sent. */
export interface PageFile {
  body: Uint8Array<ArrayBuffer>;
  gzipped: Uint8Array<ArrayBuffer>;
  type: string;
}

/** Files of the page. `npm run build` puts them beside this module. */
export interface PageFiles {
  /** The one document, which every address of the page loads. */
  document: string;
  /** Scripts and stylesheets by name. A name holds a hash of the content. */
  assets: ReadonlyMap<string, PageFile>;
}

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

const DOCUMENT = new URL("./index.html", import.meta.url);
const ASSETS = new URL("./ui/", import.meta.url);

/** Reads the files of the page. Throws an error that names the remedy when they were not built. */
export function readPageFiles(): PageFiles {
  try {
    const read = (name: string): [string, PageFile] => {
      const body = readFileSync(new URL(name, ASSETS));
      const type = TYPES[extname(name)] ?? "application/octet-stream";
      return [name, { body: new Uint8Array(body), gzipped: new Uint8Array(gzipSync(body, { level: 9 })), type }];
    };
    return {
      document: readFileSync(DOCUMENT, "utf8"),
      assets: new Map(readdirSync(ASSETS).map(read)),
    };
  } catch (error) {
    throw new Error(`The page is not beside ${import.meta.url}: build it with "npm run build"`, { cause: error });
  }
}
