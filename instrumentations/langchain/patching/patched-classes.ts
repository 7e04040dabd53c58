import { isFields, withOwnedCall, withOwnedRetrieval } from "@svc/core/internal";
import { whileUsed, type Around, type PatchedExport, type Patches } from "@svc/instrumentation";
import { callInOwnContext } from "./async-caller.ts";
import { configureWithHandler } from "./automatic-handler.ts";
import { inCall, startStream } from "./call-context.ts";
import { patchWork, runWithConfig, type WorkMethod } from "./inside-runs.ts";
import { filesOf } from "./patched-files.ts";

/** Patched export of a file of `@langchain/core`. */
export interface PatchedClass {
  readonly file: Parameters<typeof filesOf>[0];
  readonly name: string;
  /** Returns the object with the methods, found from the export. */
  readonly target: (exported: Exported) => object | undefined;
  /** Returns the patch of each method. Every version has at least one of the methods of a row. */
  readonly methods: (target: object, patches: Patches) => Readonly<Record<string, Around>>;
}

type Exported = object & { readonly prototype?: object };

const model = (managerAt: number) => ({ managerAt, isModelCall: true, owning: withOwnedCall });
const MODEL_WORK: readonly WorkMethod[] = [
  { name: "_generate", ...model(2) },
  { name: "_streamResponseChunks", ...model(2) },
  { name: "_streamChatModelEvents", ...model(2) },
];
/** Work of a decision model, since 1.4. It is given a configuration in the place of a manager. */
const DECISION_WORK: readonly WorkMethod[] = [{ name: "_classify", ...model(2) }];
const RETRIEVER_WORK: readonly WorkMethod[] = [
  { name: "_getRelevantDocuments", managerAt: 1, isModelCall: false, owning: withOwnedRetrieval },
];
const TOOL_WORK: readonly WorkMethod[] = [{ name: "_call", managerAt: 1, isModelCall: false }];

const itself = (exported: Exported): object => exported;
const prototype = (exported: Exported): object | undefined => exported.prototype;
const classOf = (instance: Exported): object | undefined => Reflect.getPrototypeOf(instance) ?? undefined;

/** Returns patches for methods of a base class that run before the work of an application's class. */
const before =
  (work: readonly WorkMethod[], names: readonly string[]): PatchedClass["methods"] =>
  (base, patches) =>
    Object.fromEntries(names.map((name) => [name, inCall((worker) => patchWork(worker, base, work, patches))]));

export const PATCHED_CLASSES: readonly PatchedClass[] = [
  {
    file: "callbackManager",
    name: "CallbackManager",
    target: itself,
    methods: () => ({ _configureSync: configureWithHandler }),
  },
  {
    file: "asyncLocalStorage",
    name: "AsyncLocalStorageProviderSingleton",
    target: classOf,
    methods: () => ({ runWithConfig }),
  },
  {
    file: "chatModels",
    name: "BaseChatModel",
    target: prototype,
    methods: before(MODEL_WORK, ["_generateUncached", "_streamIterator"]),
  },
  {
    file: "llms",
    name: "BaseLLM",
    target: prototype,
    methods: before(MODEL_WORK, ["_generateUncached", "_streamIterator"]),
  },
  {
    file: "decisions",
    name: "BaseDecisionModel",
    target: prototype,
    methods: before(DECISION_WORK, ["invoke"]),
  },
  {
    file: "retrievers",
    name: "BaseRetriever",
    target: prototype,
    methods: before(RETRIEVER_WORK, ["invoke"]),
  },
  {
    file: "tools",
    name: "StructuredTool",
    target: prototype,
    methods: before(TOOL_WORK, ["call"]),
  },
  {
    file: "runnables",
    name: "Runnable",
    target: prototype,
    methods: () => ({ stream: startStream }),
  },
  {
    file: "asyncCaller",
    name: "AsyncCaller",
    target: prototype,
    methods: (caller): Readonly<Record<string, Around>> =>
      "callWithRetries" in caller ? { callWithRetries: callInOwnContext(1) } : { call: callInOwnContext(0) },
  },
];

/** Returns the patch of a class, for an instrumentation. */
export function patchOf(row: PatchedClass): PatchedExport {
  return { files: filesOf(row.file), patch: (exports, patches) => patchClass(row, exports, patches) };
}

/** Patches one class of a loaded file. Returns the names that are missing. */
function patchClass(row: PatchedClass, exports: unknown, patches: Patches): string[] {
  const exported = isFields(exports) ? exports[row.name] : undefined;
  const isObject = (typeof exported === "object" && exported !== null) || typeof exported === "function";
  const target = isObject ? row.target(exported) : undefined;
  if (target === undefined) return [row.name];
  return Object.entries(row.methods(target, patches))
    .filter(([name, around]) => !patches.add(target, name, whileUsed(around)) && !Object.hasOwn(target, name))
    .map(([name]) => `${row.name}.${name}`);
}
