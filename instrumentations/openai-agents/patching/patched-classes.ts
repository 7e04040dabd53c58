import { isFields } from "@svc/core/internal";
import { ownMethod, whileUsed, type Around, type PatchedExport, type Patches } from "@svc/instrumentation";
import { runWithSettings } from "../run/run-settings.ts";
import { SvcTraceProcessor } from "../trace-processor.ts";
import { connectRecorded, emitRecorded } from "../voice/voice-patches.ts";
import { filesOf } from "./patched-files.ts";

/** Methods by which the SDK reports to its processors. */
const REPORTS = ["onTraceStart", "onTraceEnd", "onSpanStart", "onSpanEnd"] as const;

/** Class of the SDK, with the functions that are called in the place of its methods. */
interface PatchedClass {
  readonly name: string;
  readonly files: readonly string[];
  readonly methods: () => Readonly<Record<string, Around>>;
}

/**
 * Patched classes. What the SDK reports to its list of processors is recorded before it goes there, because an application may
 * replace the list, and because the processors in it hear of a start a moment late.
 */
const CLASSES: readonly PatchedClass[] = [
  { name: "MultiTracingProcessor", files: filesOf("tracing/processor"), methods: reportsTo },
  { name: "Runner", files: filesOf("run"), methods: () => ({ run: runWithSettings }) },
];

/** Class of the sessions of the package for voice. They report by the method that they inherit from their emitter. */
const SESSION: PatchedClass = {
  name: "RealtimeSession",
  files: filesOf("realtimeSession"),
  methods: () => ({ connect: connectRecorded, emit: emitRecorded }),
};

const patchOf = (row: PatchedClass): PatchedExport => ({
  files: row.files,
  patch: (exports: unknown, patches: Patches) => patchClass(row, exports, patches),
});

/** Patches of the SDK, for an instrumentation. */
export const PATCHED_EXPORTS: readonly PatchedExport[] = /* @__PURE__ */ CLASSES.map(patchOf);

/** Patches of its package for voice. */
export const VOICE_EXPORTS: readonly PatchedExport[] = /* @__PURE__ */ [SESSION].map(patchOf);

function reportsTo(): Record<string, Around> {
  const processor = new SvcTraceProcessor();
  return Object.fromEntries(
    REPORTS.map((name): [string, Around] => [
      name,
      (report, self, args) => {
        void processor[name](args[0]);
        return Reflect.apply(report, self, args);
      },
    ]),
  );
}

/** Patches one class of a loaded file. Returns the names that are missing. */
function patchClass({ name, methods }: PatchedClass, exports: unknown, patches: Patches): string[] {
  const found = isFields(exports) ? exports[name] : undefined;
  const prototype: unknown = typeof found === "function" ? found.prototype : undefined;
  if (!isFields(prototype)) return [`class ${name}`];
  const missing: string[] = [];
  for (const [method, around] of Object.entries(methods())) {
    ownMethod(prototype, method);
    if (!patches.add(prototype, method, whileUsed(around))) missing.push(`${name}.${method}`);
  }
  return missing;
}
