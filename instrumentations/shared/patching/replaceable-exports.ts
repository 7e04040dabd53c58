import { isFields } from "@svc/core/internal";

/**
 * Returns exports that can be replaced: the given ones, or a copy where they are those of an ES module that `require()` has loaded.
 * The copy looks like the exports of a module, and has their present values.
 */
export function replaceableExports(exports: unknown): unknown {
  if (!isFields(exports)) return exports;
  const names = Object.keys(exports);
  const [first] = names;
  if (first === undefined || Reflect.set(exports, first, exports[first])) return exports;
  const copy: Record<PropertyKey, unknown> = Object.create(null);
  for (const name of names) copy[name] = exports[name];
  return Object.defineProperty(copy, Symbol.toStringTag, { value: "Module" });
}
