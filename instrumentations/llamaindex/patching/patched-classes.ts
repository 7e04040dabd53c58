import { isFields } from "@svc/core/internal";
import { ownData, whileUsed, type PatchedExport, type Patches } from "@svc/instrumentation";
import { hearEvent } from "../model/llm-events.ts";
import { recordingAgentRun, recordingAgentStream, recordingAgentTurn } from "../step/agent-run.ts";
import { recordingSteps } from "../step/recorded-method.ts";
import { recordToolCalls } from "../step/recorded-tool.ts";
import { CHAT, QUERY, RETRIEVE, SYNTHESIZE, TOOL } from "../step/step-kinds.ts";
import { filesIn, type LlamaIndexPackage } from "./patched-files.ts";

export interface PatchedClass {
  readonly package: LlamaIndexPackage;
  /** Folder of the file; empty for the package itself. */
  readonly folder: string;
  readonly name: string;
  /** Methods that are recorded, for the documentation. */
  readonly methods: readonly string[];
  /** Patches the prototype of the class. Returns false when a method is missing. */
  readonly patch: (prototype: object, patches: Patches, exports: object) => boolean;
}

/** Every patched class of LlamaIndex.TS. */
export const PATCHED_CLASSES: readonly PatchedClass[] = [
  {
    package: "@llamaindex/core",
    folder: "query-engine",
    name: "BaseQueryEngine",
    methods: ["query"],
    patch: (prototype, patches) => patches.add(prototype, "query", recordingSteps(QUERY)),
  },
  {
    package: "@llamaindex/core",
    folder: "retriever",
    name: "BaseRetriever",
    methods: ["retrieve"],
    patch: (prototype, patches) => patches.add(prototype, "retrieve", recordingSteps(RETRIEVE)),
  },
  {
    package: "@llamaindex/core",
    folder: "response-synthesizers",
    name: "BaseSynthesizer",
    methods: ["synthesize"],
    patch: (prototype, patches) => patches.add(prototype, "synthesize", recordingSteps(SYNTHESIZE)),
  },
  {
    package: "@llamaindex/core",
    folder: "chat-engine",
    name: "ContextChatEngine",
    methods: ["chat"],
    patch: (prototype, patches) => patches.add(prototype, "chat", recordingSteps(CHAT)),
  },
  {
    package: "@llamaindex/core",
    folder: "chat-engine",
    name: "SimpleChatEngine",
    methods: ["chat"],
    patch: (prototype, patches) => patches.add(prototype, "chat", recordingSteps(CHAT)),
  },
  {
    package: "@llamaindex/core",
    folder: "tools",
    name: "FunctionTool",
    methods: ["call"],
    patch: recordToolCalls,
  },
  {
    package: "@llamaindex/core",
    folder: "global",
    name: "CallbackManager",
    methods: [],
    patch: (prototype, patches) =>
      patches.add(
        prototype,
        "dispatchEvent",
        whileUsed((original, self, args) => {
          hearEvent(args[0], args[1]);
          return Reflect.apply(original, self, args);
        }),
      ),
  },
  {
    package: "@llamaindex/workflow",
    folder: "",
    name: "AgentWorkflow",
    methods: ["run", "runStream"],
    patch: (prototype, patches, exports) => {
      const stopAgentEvent = Reflect.get(exports, "stopAgentEvent") as unknown;
      const isStreamPatched = patches.add(prototype, "runStream", recordingAgentStream(stopAgentEvent));
      return patches.add(prototype, "run", recordingAgentRun) && isStreamPatched;
    },
  },
  {
    package: "@llamaindex/workflow",
    folder: "",
    name: "FunctionAgent",
    methods: [],
    patch: (prototype, patches) => patches.add(prototype, "takeStep", recordingAgentTurn),
  },
  {
    package: "llamaindex",
    folder: "engines",
    name: "CondenseQuestionChatEngine",
    methods: ["chat"],
    patch: (prototype, patches) => patches.add(prototype, "chat", recordingSteps(CHAT)),
  },
  {
    package: "llamaindex",
    folder: "tools",
    name: "QueryEngineTool",
    methods: ["call"],
    patch: (prototype, patches) => patches.add(prototype, "call", recordingSteps(TOOL)),
  },
];

/** Returns the patch of a class, for an instrumentation. */
export function patchOfClass(row: PatchedClass): PatchedExport {
  return {
    files: filesIn(row.folder),
    patch: (exports, patches) => (patchClass(row, exports, patches) ? [] : [`class ${row.name}`]),
  };
}

/** Patches a class among these exports. Returns false when it is not among them, or has changed. */
export function patchClass({ name, patch }: PatchedClass, exports: unknown, patches: Patches): boolean {
  const found: unknown = isFields(exports) ? exports[name] : undefined;
  const prototype = ownData(found, "prototype");
  return isFields(prototype) && isFields(exports) && patch(prototype, patches, exports);
}
