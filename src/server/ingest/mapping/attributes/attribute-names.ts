import * as GenAi from "@svc/core/internal/gen-ai";
import { SvcOtelSpanAttributes as svc } from "@svc/core/internal";

/** Attributes of OpenTelemetry's own conventions that the service reads. */
export const Otel = {
  USER_ID: "user.id",
  SESSION_ID: "session.id",
  SERVICE_VERSION: "service.version",
  SDK_LANGUAGE: "telemetry.sdk.language",
  DEPLOYMENT_ENVIRONMENT: "deployment.environment.name",
  /** Name before the convention was stable. */
  DEPLOYMENT_ENVIRONMENT_OLD: "deployment.environment",
} as const;

/** Attributes of OpenInference and of the libraries that share its names. */
export const Llm = {
  SPAN_KIND: "openinference.span.kind",
  RESPONSE_MODEL: "llm.response.model",
  MODEL_NAME: "llm.model_name",
  /** Attribute with JSON text, or prefix of the parameter's name. */
  INVOCATION_PARAMETERS: "llm.invocation_parameters",
  /** Prefix of the kind of token. */
  TOKEN_COUNT: "llm.token_count.",
  COST_TOTAL: "llm.cost.total",
  /** Prefix of index and field of a message, as is the one below. */
  INPUT_MESSAGES: "llm.input_messages.",
  OUTPUT_MESSAGES: "llm.output_messages.",
  TAGS: "tag.tags",
  /** Names without a namespace, which some libraries write. */
  MODEL: "model",
  MODEL_CONFIG: "model_config",
} as const;

/** Attributes of the AI SDK, whose scope is called `ai`. */
export const AiSdk = {
  SCOPE: "ai",
  OPERATION_NAME: "operation.name",
  OPERATION_ID: "ai.operationId",
  FUNCTION_ID: "ai.telemetry.functionId",
  MODEL_ID: "ai.model.id",
  TOOL_CALL_NAME: "ai.toolCall.name",
  /** Prefix of the key. */
  METADATA: "ai.telemetry.metadata.",
  PROVIDER_METADATA: "ai.response.providerMetadata",
} as const;

/** Keys of the AI SDK's metadata that are fields of the observation. */
export const AiSdkMetadata = {
  USER_ID: "ai.telemetry.metadata.userId",
  SESSION_ID: "ai.telemetry.metadata.sessionId",
  TAGS: "ai.telemetry.metadata.tags",
  PROMPT: "ai.telemetry.metadata.svcPrompt",
} as const;

/** Attributes of Genkit. */
export const Genkit = {
  SCOPE: "genkit-tracer",
  NAME: "genkit:name",
  SUBTYPE: "genkit:metadata:subtype",
  INPUT: "genkit:input",
  OUTPUT: "genkit:output",
} as const;

/** Attributes of the spans that Claude Code exports itself. */
export const ClaudeCode = {
  SCOPE: "com.anthropic.claude_code.tracing",
  USER_PROMPT: "user_prompt",
  /** Input without what is read from a cache and written to it. */
  INPUT_TOKENS: "input_tokens",
  OUTPUT_TOKENS: "output_tokens",
  CACHE_READ_TOKENS: "cache_read_tokens",
  CACHE_CREATION_TOKENS: "cache_creation_tokens",
  MS_TO_FIRST_TOKEN: "ttft_ms",
} as const;

/** Attributes with the time from the start of a call to the first part of its answer, and their unit in milliseconds. */
export const TIME_TO_FIRST_CHUNK: ReadonlyArray<readonly [name: string, unitMs: number]> = [
  ["ai.response.msToFirstChunk", 1],
  ["ai.stream.msToFirstChunk", 1],
  [GenAi.RESPONSE_TIME_TO_FIRST_CHUNK, 1_000],
  [ClaudeCode.MS_TO_FIRST_TOKEN, 1],
];

/** Attributes and scopes of further libraries. */
export const Others = {
  LOGFIRE_MESSAGE: "logfire.msg",
  LIVEKIT_SCOPE: "livekit-agents",
  FLUE_SCOPE: "@flue/opentelemetry",
  PYDANTIC_SCOPE: "pydantic-ai",
  TRACELOOP_KIND: "traceloop.span.kind",
} as const;

/** Older or shorter spellings of this service's own attributes: read, never written. */
export const SvcOlder = {
  TAGS: "svc.tags",
  PUBLIC: "svc.public",
  PROMPT_NAME: "svc.prompt.name",
  PROMPT_VERSION: "svc.prompt.version",
  METADATA: "svc.metadata",
} as const;

/** Attributes that only this service writes, and only into its own exports. */
export const SvcLocal = {
  /** Mark of a span whose metadata is complete: the reader does not add resource and scope to it again. */
  EXPORTED: "svc.internal.exported",
} as const;

/** Keys of metadata that the service reads as fields of the trace, or writes itself. */
export const MetadataKeys = {
  /** List of the values that were sent, cannot be kept and are left out. */
  PROBLEMS: "svc_problems",
  /** Fields of the trace that clients without the attributes for them send as metadata, as are the two below. */
  USER_ID: "svc_user_id",
  SESSION_ID: "svc_session_id",
  TAGS: "svc_tags",
} as const;

/** Returns the two attributes that can hold a metadata key, in order of precedence. */
export function asMetadata(key: string): string[] {
  return [`${svc.OBSERVATION_METADATA}.${key}`, `${svc.TRACE_METADATA}.${key}`];
}
