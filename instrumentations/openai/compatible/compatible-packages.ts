import {
  type ClientClass,
  endpointsBy,
  type ObservablePackage,
  ownData,
  patchOf,
  type PatchedPackage,
  pathsOf,
  type Library,
  type Operation,
  type TestedVersions,
} from "@svc/instrumentation";
import { speech, transcriptions, translations } from "../endpoints/audio.ts";
import { chatCompletions } from "../endpoints/chat-completions.ts";
import { embeddings } from "../endpoints/embeddings.ts";
import { imageGeneration } from "../endpoints/images.ts";
import { CHAT_PARAMETERS, IMAGE_PARAMETERS, TEXT_PARAMETERS } from "../endpoints/model-parameters.ts";
import { textCompletions } from "../endpoints/text-completions.ts";
import { OPENAI } from "../library.ts";
import { textOf } from "@svc/core/internal";
import {
  COMPATIBLE_MODULES,
  compatibleFiles,
  type CompatibleModule,
  type CompatiblePackage,
} from "./compatible-files.ts";
import { GroqChatAccumulator } from "./groq-chat.ts";
import { rerank } from "./rerank.ts";

/** Exported class of a module, with the one method that calls a model. */
interface ModuleClass {
  readonly name: string;
  readonly method: "create" | "generate";
  readonly operation: Omit<Operation, "library">;
}

const SAMPLING_PARAMETERS = ["min_p", "min_tokens", "repetition_penalty", "safety_model", "top_k"];

const chat = {
  ...chatCompletions,
  parameters: new Set([
    ...CHAT_PARAMETERS,
    ...SAMPLING_PARAMETERS,
    "chat_template_kwargs",
    "clear_thinking",
    "context_length_exceeded_behavior",
    "disable_reasoning",
    "disable_tool_validation",
    "exclude_domains",
    "include_domains",
    "include_reasoning",
    "reasoning",
    "reasoning_format",
    "search_settings",
  ]),
  // These servers send the usage of a stream unasked.
  streamUsage: undefined,
};
const text = {
  ...textCompletions,
  parameters: new Set([...TEXT_PARAMETERS, ...SAMPLING_PARAMETERS]),
  streamUsage: undefined,
};
const image = {
  ...imageGeneration,
  parameters: new Set([
    ...IMAGE_PARAMETERS,
    "disable_safety_checker",
    "guidance_scale",
    "height",
    "seed",
    "steps",
    "width",
  ]),
};

const CLASSES: Readonly<Record<CompatibleModule, ModuleClass>> = {
  "chat/completions": { name: "Completions", method: "create", operation: chat },
  completions: { name: "Completions", method: "create", operation: text },
  embeddings: { name: "Embeddings", method: "create", operation: embeddings },
  images: { name: "Images", method: "generate", operation: image },
  rerank: { name: "Rerank", method: "create", operation: rerank },
  "audio/speech": { name: "Speech", method: "create", operation: speech },
  "audio/transcriptions": { name: "Transcriptions", method: "create", operation: transcriptions },
  "audio/translations": { name: "Translations", method: "create", operation: translations },
};

/** Compatible package, and what differs from the others. */
interface CompatibleRow {
  readonly name: CompatiblePackage;
  readonly instrumentation: string;
  /** Value of `gen_ai.provider.name`. */
  readonly provider: string;
  /** Name of the class of its clients. */
  readonly client: string;
  readonly versions: TestedVersions;
  /** Operation of its chat completions, where it differs. */
  readonly chat?: Omit<Operation, "library">;
}

/** Package whose calls are recorded, of all its clients or of one. */
type CompatibleClientPackage = ObservablePackage & PatchedPackage;

/** Package `groq-sdk`. */
export const GROQ: CompatibleClientPackage = packageOf({
  name: "groq-sdk",
  instrumentation: "groq",
  provider: "groq",
  client: "Groq",
  versions: { first: 0, last: 1 },
  chat: { ...chat, accumulator: () => new GroqChatAccumulator() },
});

/** Package `together-ai`. */
export const TOGETHER: CompatibleClientPackage = packageOf({
  name: "together-ai",
  instrumentation: "together",
  provider: "together_ai",
  client: "Together",
  versions: { first: 0, last: 0 },
});

/** Package `@cerebras/cerebras_cloud_sdk`. */
export const CEREBRAS: CompatibleClientPackage = packageOf({
  name: "@cerebras/cerebras_cloud_sdk",
  instrumentation: "cerebras",
  provider: "cerebras",
  client: "Cerebras",
  versions: { first: 1, last: 1 },
});

function packageOf({
  name,
  instrumentation,
  provider,
  client,
  versions,
  chat: ownChat,
}: CompatibleRow): CompatibleClientPackage {
  const endpointAt = endpointsBy(() => provider);
  const library: Library = {
    ...OPENAI,
    name,
    endpointOf: (found) => endpointAt(textOf(ownData(found, "baseURL")) ?? ""),
  };
  const userAgent = new RegExp(`^${client}/JS (\\S+)$`);
  const classes = COMPATIBLE_MODULES[name].map((module): ClientClass => {
    const { name: className, method, operation } = CLASSES[module];
    const own = module === "chat/completions" && ownChat ? ownChat : operation;
    const files = pathsOf(compatibleFiles(name), module);
    return { name: className, files, places: [module.split("/")], methods: { [method]: { ...own, library } } };
  });
  const exports = classes.map(patchOf);
  return {
    name,
    functionName: "observeOpenAI",
    instrumentation,
    recorded: "calls",
    userAgent,
    versions,
    classes,
    exports,
  };
}
