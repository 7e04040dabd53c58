import { allPathsOf, type PackageFiles } from "@svc/instrumentation";

const FILES: PackageFiles = { package: "ai", folder: "dist", modules: ["index"], endings: ["js", "mjs"] };

/** Main file of `ai` as ES module and as CommonJS, relative to the package. Module hooks need to look at no other file. */
export const AI_SDK_FILES: readonly string[] = /* @__PURE__ */ allPathsOf(FILES);

/**
 * Source of what is recorded of a function's calls: the telemetry that versions 4 to 6 give to a tracer, the events that version 7
 * gives to integrations, or the options and the result, where the AI SDK tells nothing.
 */
type Source = "telemetry" | "events" | "result";

/** Function of `ai` that makes calls. */
interface AiSdkFunction {
  readonly operationId: string;
  readonly upToSix: Source;
  readonly since7: Source;
  /** First major version with the function; by default every one has it. */
  readonly since?: number;
}

/** Functions of `ai` that make calls, by their names in the scope of its main file. */
export const FUNCTIONS: Readonly<Record<string, AiSdkFunction>> = {
  generateText: { operationId: "ai.generateText", upToSix: "telemetry", since7: "events" },
  streamText: { operationId: "ai.streamText", upToSix: "telemetry", since7: "events" },
  generateObject: { operationId: "ai.generateObject", upToSix: "telemetry", since7: "events" },
  streamObject: { operationId: "ai.streamObject", upToSix: "telemetry", since7: "events" },
  embed: { operationId: "ai.embed", upToSix: "telemetry", since7: "events" },
  embedMany: { operationId: "ai.embedMany", upToSix: "telemetry", since7: "events" },
  rerank: { operationId: "ai.rerank", upToSix: "telemetry", since7: "events", since: 6 },
  generateImage: { operationId: "ai.generateImage", upToSix: "result", since7: "result" },
  generateSpeech: { operationId: "ai.generateSpeech", upToSix: "result", since7: "events" },
  transcribe: { operationId: "ai.transcribe", upToSix: "result", since7: "events" },
  experimental_generateVideo: { operationId: "ai.generateVideo", upToSix: "result", since7: "result", since: 6 },
};

/** Names of the functions that are replaced. */
export const AI_SDK_FUNCTIONS: readonly string[] = /* @__PURE__ */ Object.keys(FUNCTIONS);
