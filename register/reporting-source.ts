import type { LoadFnOutput } from "node:module";

/** Name of the symbol under which the global object has the function that modules report to. */
const REPORT = "svc.register.loaded";

/** Makes a module hand its exports over when they are all there: by a last line of its source. */
export function withReport(url: string, loaded: LoadFnOutput): LoadFnOutput {
  if (loaded.source == null) return loaded;
  const source =
    typeof loaded.source === "string" ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
  const own = JSON.stringify(url);
  const last = `import * as svcLoaded from ${own}; globalThis[Symbol.for("${REPORT}")]?.(${own}, svcLoaded);`;
  return { ...loaded, source: `${source}\n;${last}` };
}

/** Takes what modules report. */
export function onReport(listener: (url: string, exports: object) => void): void {
  Reflect.set(globalThis, Symbol.for(REPORT), listener);
}
