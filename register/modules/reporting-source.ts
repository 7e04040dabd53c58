import type { LoadFnOutput } from "node:module";

/** Name of the global symbol whose function receives the reports of modules. */
const REPORT = "svc.register.loaded";

/**
 * Appends a line to a module's source that reports its exports once the module has run; `functions`, when given, in their place, as
 * {@link withHandover} does.
 */
export function withReport(url: string, loaded: LoadFnOutput, functions?: readonly string[]): LoadFnOutput {
  if (loaded.source == null) return loaded;
  const source =
    typeof loaded.source === "string" ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString();
  if (functions !== undefined) return { ...loaded, source: withHandover(url, source, functions) };
  const own = JSON.stringify(url);
  const last = `import * as svcLoaded from ${own}; globalThis[Symbol.for("${REPORT}")]?.(${own}, svcLoaded);`;
  return { ...loaded, source: `${source}\n;${last}` };
}

/**
 * Appends a line to the source of a module, an ES module or CommonJS, that reports functions and classes of the module's own scope,
 * and puts the ones in their place that the listener leaves in the reported object. The module's own calls and its exports then use
 * these. `functions` are names, or patterns of names.
 */
export function withHandover(location: string, source: string, functions: readonly string[]): string {
  const declared = new RegExp(
    String.raw`^(?:(?:async )?function|var|class) (${functions.join("|")})(?=\(| = class\b| extends | \{)`,
    "gm",
  );
  const names = Array.from(source.matchAll(declared), ([, name]) => name).join(", ");
  const report = `globalThis[Symbol.for("${REPORT}")]?.(${JSON.stringify(location)}, svcFunctions);`;
  return `${source}\n;{ const svcFunctions = { ${names} }; ${report} ({ ${names} } = svcFunctions); }`;
}

/** Sets the listener for the reports of modules. */
export function onReport(listener: (url: string, exports: object) => void): void {
  Reflect.set(globalThis, Symbol.for(REPORT), listener);
}
