import { isFields } from "@svc/core/internal";
import { callInOwnContext } from "./async-caller.ts";
import { configureWithHandler } from "./automatic-handler.ts";
import { inCall, startStream } from "./calls.ts";
import { patchWork, runWithConfig, type WorkMethod } from "./inside-runs.ts";
import { patchMethod, type Around } from "./patch.ts";
import { LANGCHAIN_MODULES } from "./patched-files.ts";

/** Patched export of a file of `@langchain/core`. */
export interface PatchedClass {
  readonly module: string;
  /** Name of the export. */
  readonly name: string;
  /** Returns the object with the methods, found from the export. */
  readonly target: (exported: Exported) => object | undefined;
  /** Returns the patch of each method. Every version has at least one of the methods of a row. */
  readonly methods: (target: object, undo: (() => void)[]) => Readonly<Record<string, Around>>;
}

type Exported = object & { readonly prototype?: object };

const model = (managerAt: number) => ({ managerAt, isModelCall: true });
const MODEL_WORK: readonly WorkMethod[] = [
  { name: "_generate", ...model(2) },
  { name: "_streamResponseChunks", ...model(2) },
  { name: "_streamChatModelEvents", ...model(2) },
];
const RETRIEVER_WORK: readonly WorkMethod[] = [{ name: "_getRelevantDocuments", managerAt: 1, isModelCall: false }];
const TOOL_WORK: readonly WorkMethod[] = [{ name: "_call", managerAt: 1, isModelCall: false }];

const itself = (exported: Exported): object => exported;
const prototype = (exported: Exported): object | undefined => exported.prototype;
const classOf = (instance: Exported): object | undefined => Reflect.getPrototypeOf(instance) ?? undefined;

/** Returns patches for methods of a base class that run before the work of an application's class. */
const before =
  (work: readonly WorkMethod[], names: readonly string[]): PatchedClass["methods"] =>
  (base, undo) =>
    Object.fromEntries(names.map((name) => [name, inCall((worker) => patchWork(worker, base, work, undo))]));

/** All patched classes. */
export const PATCHED_CLASSES: readonly PatchedClass[] = [
  {
    module: LANGCHAIN_MODULES.callbackManager,
    name: "CallbackManager",
    target: itself,
    methods: () => ({ _configureSync: configureWithHandler }),
  },
  {
    module: LANGCHAIN_MODULES.asyncLocalStorage,
    name: "AsyncLocalStorageProviderSingleton",
    target: classOf,
    methods: () => ({ runWithConfig }),
  },
  {
    module: LANGCHAIN_MODULES.chatModels,
    name: "BaseChatModel",
    target: prototype,
    methods: before(MODEL_WORK, ["_generateUncached", "_streamIterator"]),
  },
  {
    module: LANGCHAIN_MODULES.llms,
    name: "BaseLLM",
    target: prototype,
    methods: before(MODEL_WORK, ["_generateUncached", "_streamIterator"]),
  },
  {
    module: LANGCHAIN_MODULES.retrievers,
    name: "BaseRetriever",
    target: prototype,
    methods: before(RETRIEVER_WORK, ["invoke"]),
  },
  {
    module: LANGCHAIN_MODULES.tools,
    name: "StructuredTool",
    target: prototype,
    methods: before(TOOL_WORK, ["call"]),
  },
  {
    module: LANGCHAIN_MODULES.runnables,
    name: "Runnable",
    target: prototype,
    methods: () => ({ stream: startStream }),
  },
  {
    module: LANGCHAIN_MODULES.asyncCaller,
    name: "AsyncCaller",
    target: prototype,
    methods: (caller): Readonly<Record<string, Around>> =>
      "callWithRetries" in caller ? { callWithRetries: callInOwnContext(1) } : { call: callInOwnContext(0) },
  },
];

/** Patches one class of a loaded file. Returns the functions that undo the patches, and the names of the missing methods. */
export function patchClass(row: PatchedClass, exports: unknown): { undo: (() => void)[]; missing: string[] } {
  const exported = isFields(exports) ? exports[row.name] : undefined;
  const isObject = (typeof exported === "object" && exported !== null) || typeof exported === "function";
  const target = isObject ? row.target(exported) : undefined;
  if (target === undefined) return { undo: [], missing: [row.name] };
  const undo: (() => void)[] = [];
  const missing: string[] = [];
  for (const [name, around] of Object.entries(row.methods(target, undo))) {
    const undoOne = patchMethod(target, name, around);
    if (undoOne) undo.push(undoOne);
    else if (!Object.hasOwn(target, name)) missing.push(`${row.name}.${name}`);
  }
  return { undo, missing };
}
