import type { LoadFnOutput } from "node:module";

/** Name of the global symbol whose function receives the reports of modules. */
const REPORT = "svc.register.loaded";

/** Appends a line to a module's source that reports its exports once the module has run. */
export function withReport(url: string, loaded: LoadFnOutput): LoadFnOutput {
  if (loaded.source == null) return loaded;
  const source =
    typeof loaded.source === "string" ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
  const own = JSON.stringify(url);
  const last = `import * as svcLoaded from ${own}; globalThis[Symbol.for("${REPORT}")]?.(${own}, svcLoaded);`;
  return { ...loaded, source: `${source}\n;${last}` };
}

/** Sets the listener for the reports of modules. */
export function onReport(listener: (url: string, exports: object) => void): void {
  Reflect.set(globalThis, Symbol.for(REPORT), listener);
}
