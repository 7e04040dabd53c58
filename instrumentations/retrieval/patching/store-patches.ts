import { isFields, type Fields } from "@svc/core/internal";
import {
  ownData,
  recordEveryCall,
  topOwnerOf,
  types,
  whileUsed,
  type PatchedExport,
  type Patches,
} from "@svc/instrumentation";
import type { StoreClass, StoreMaker } from "../store-class.ts";

/** Returns the patch of an exported class with searches. */
export function storePatch(files: readonly string[], name: string, store: StoreClass): PatchedExport {
  return {
    files,
    patch: (exports, patches) => recordPrototype(name, ownData(exported(exports, name), "prototype"), store, patches),
  };
}

/** Returns the patch of a class that only a function of the file, its default export, gives. The function needs no argument. */
export function madeStorePatch(files: readonly string[], name: string, store: StoreClass): PatchedExport {
  return {
    files,
    patch: (exports, patches) => {
      const make = exported(exports, "default");
      const made: unknown = typeof make === "function" ? make() : undefined;
      return recordPrototype(name, isFields(made) ? Object.getPrototypeOf(made) : undefined, store, patches);
    },
  };
}

/** Returns the patch of an exported class whose objects make others with searches, of a class that is not exported. */
export function makerPatch(
  files: readonly string[],
  name: string,
  maker: StoreMaker,
  store: StoreClass,
): PatchedExport {
  return {
    files,
    patch: (exports, patches) => {
      const prototype = ownData(exported(exports, name), "prototype");
      if (!isFields(prototype)) return [`class ${name}`];
      const replaced = maker.methods.filter((method) =>
        patches.add(
          prototype,
          method,
          whileUsed((original, self, args) => {
            const made = Reflect.apply(original, self, args);
            return types.isPromise(made)
              ? made.then((found) => recordMade(found, store, patches))
              : recordMade(made, store, patches);
          }),
        ),
      );
      return replaced.length > 0 ? [] : [`${name}.${maker.methods[0]}`];
    },
  };
}

function exported(exports: unknown, name: string): unknown {
  return isFields(exports) ? exports[name] : undefined;
}

function recordPrototype(name: string, prototype: unknown, { searches }: StoreClass, patches: Patches): string[] {
  if (!isFields(prototype)) return [`class ${name}`];
  const recorded = Object.entries(searches).filter(([method, operation]) =>
    recordEveryCall(patches, prototype, method, operation),
  );
  return recorded.length > 0 ? [] : [`${name}.${Object.keys(searches)[0]}`];
}

/** Records the searches of the class of what was made. Returns the same value. */
function recordMade<T>(made: T, store: StoreClass, patches: Patches): T {
  for (const found of Array.isArray(made) ? made : [made])
    if (isStore(found, store)) recordClassOf(found, store, patches);
  return made;
}

function isStore(made: unknown, { mark }: StoreClass): made is Fields {
  return isFields(made) && !types.isProxy(made) && topOwnerOf(made, mark) !== undefined;
}

function recordClassOf(made: object, { searches }: StoreClass, patches: Patches): void {
  for (const [method, operation] of Object.entries(searches)) {
    const owner = topOwnerOf(made, method);
    if (owner) recordEveryCall(patches, owner, method, operation);
  }
}
