import { isFields } from "@svc/core/internal";
import type { Operation } from "../call/operation.ts";
import type { PatchedExport } from "../patching/package-instrumentation.ts";
import type { Patches } from "../patching/patch.ts";
import { recordEveryCall } from "./recorded-method.ts";

/** Exported class of a package, with the methods whose calls are recorded. */
export interface RecordedClass {
  /** Paths of the files that may export the class, relative to the package. */
  readonly files: readonly string[];
  /** True when one of the files is the main file of the package. */
  readonly isMain?: true;
  readonly name: string;
  /** Name of the class in older versions. */
  readonly formerName?: string;
  /** Methods of its prototype that call a model, in every tested version that has the class. */
  readonly methods: Readonly<Record<string, Operation>>;
  /** Methods that call a model and that older versions do not have. */
  readonly newerMethods?: Readonly<Record<string, Operation>>;
}

/** Returns the patch of a recorded class, for an instrumentation. */
export function patchOf(row: RecordedClass): PatchedExport {
  const { files, isMain } = row;
  return { files, ...(isMain && { isMain }), patch: (exports, patches) => recordClass(row, exports, patches) };
}

/** Records the calls of the class in a loaded file. Returns the names that are missing. */
function recordClass(row: RecordedClass, exports: unknown, patches: Patches): string[] {
  const { name, formerName = name, methods, newerMethods } = row;
  const found = isFields(exports) ? (exports[name] ?? exports[formerName]) : undefined;
  const prototype: unknown = typeof found === "function" ? found.prototype : undefined;
  if (!isFields(prototype)) return [`class ${name}`];
  const missing = Object.entries(methods).filter(
    ([method, operation]) => !recordEveryCall(patches, prototype, method, operation),
  );
  for (const [method, operation] of Object.entries(newerMethods ?? {})) {
    recordEveryCall(patches, prototype, method, operation);
  }
  return missing.map(([method]) => `${name}.${method}`);
}
