/**
 * Loads a built-in module of Node by its name, or a CommonJS module by its path. Bundlers and other runtimes do not see an
 * import.
 */
export function loadModule(id: string): unknown {
  if (id.startsWith("node:")) return process.getBuiltinModule(id);
  return process.getBuiltinModule("node:module").createRequire(id)(id);
}
