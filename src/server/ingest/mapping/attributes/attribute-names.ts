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
  /** Prefix of Traceloop's names of tokens. */
  USAGE: "llm.usage.",
  COST_TOTAL: "llm.cost.total",
  COST_PROMPT: "llm.cost.prompt",
  COST_COMPLETION: "llm.cost.completion",
  EMBEDDING_MODEL: "embedding.model_name",
  USER: "llm.user",
  TOOL_NAME: "tool.name",
  /** Metadata of the application, as JSON text of an object. */
  METADATA: "metadata",
  /** Prefix of index and field of a message, as is the one below. */
  INPUT_MESSAGES: "llm.input_messages.",
  OUTPUT_MESSAGES: "llm.output_messages.",
  TAGS: "tag.tags",
  /** Names without a namespace, which some libraries write. */
  MODEL: "model",
  MODEL_CONFIG: "model_config",
} as const;

/** Attributes of the AI SDK. Its scope is called `ai` unless the application has given it a tracer of its own. */
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
  /** Prefix of the kind of token. */
  USAGE: "ai.usage.",
} as const;

/** Keys of the AI SDK's metadata that are fields of the observation. */
export const AiSdkMetadata = {
  USER_ID: "ai.telemetry.metadata.userId",
  SESSION_ID: "ai.telemetry.metadata.sessionId",
  TAGS: "ai.telemetry.metadata.tags",
  PROMPT: "ai.telemetry.metadata.svcPrompt",
} as const;

export const Genkit = {
  SCOPE: "genkit-tracer",
  TYPE: "genkit:type",
  NAME: "genkit:name",
  SUBTYPE: "genkit:metadata:subtype",
  INPUT: "genkit:input",
  OUTPUT: "genkit:output",
} as const;

/** Attributes with the cost of a call, of LiteLLM, pydantic-ai and Logfire. */
export const OtherCosts = {
  LITELLM_TOTAL: "gen_ai.cost.total_cost",
  LITELLM_INPUT: "gen_ai.cost.input_cost",
  LITELLM_OUTPUT: "gen_ai.cost.output_cost",
  OPERATION: "operation.cost",
} as const;

/** Attributes with the service tier of a call, as the answer states it. */
export const SERVICE_TIERS = ["openai.response.service_tier", "anthropic.response.service_tier"] as const;

/** Attributes of the spans of Anthropic's SDK. */
export const Anthropic = {
  /** Prefix of the time for which a cache keeps tokens. */
  CACHE_CREATION: "anthropic.usage.cache_creation.",
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

export const LangSmith = {
  SPAN_KIND: "langsmith.span.kind",
  USAGE: "langsmith.metadata.usage_metadata",
  USER_ID: "langsmith.metadata.user_id",
  SESSION_ID: "langsmith.metadata.session_id",
  THREAD_ID: "langsmith.metadata.thread_id",
  CONVERSATION_ID: "langsmith.metadata.conversation_id",
  TAGS: "langsmith.span.tags",
} as const;

/** Attributes of MLflow, whose values are JSON text. */
export const MLflow = {
  TYPE: "mlflow.spanType",
  INPUT: "mlflow.spanInputs",
  OUTPUT: "mlflow.spanOutputs",
  MODEL: "mlflow.llm.model",
  USAGE: "mlflow.chat.tokenUsage",
} as const;

export const Mastra = {
  PREFIX: "mastra.",
  TYPE: "mastra.span.type",
  COMPLETION_START_TIME: "mastra.completion_start_time",
  USER_ID: "mastra.metadata.userId",
  RESOURCE_ID: "mastra.metadata.resourceId",
  SESSION_ID: "mastra.metadata.sessionId",
  THREAD_ID: "mastra.metadata.threadId",
  TAGS: "mastra.tags",
} as const;

export const Haystack = {
  COMPONENT_NAME: "haystack.component.name",
  COMPONENT_TYPE: "haystack.component.type",
  COMPONENT_OUTPUT: "haystack.component.output",
  TOOL_NAME: "haystack.tool.name",
  LLM_OUTPUT: "haystack.agent.step.llm.output",
} as const;

export const Logfire = {
  MESSAGE: "logfire.msg",
  LEVEL: "logfire.level_num",
  TAGS: "logfire.tags",
  SPAN_TYPE: "logfire.span_type",
  /** Beginning of the scopes of its instrumentations. */
  SCOPES: "logfire.",
} as const;

/** Attributes of Traceloop's packages. */
export const Traceloop = {
  KIND: "traceloop.span.kind",
  USER_ID: "traceloop.association.properties.user_id",
  SESSION_ID: "traceloop.association.properties.session_id",
} as const;

/** Attributes of LiveKit agents. */
export const LiveKit = {
  SCOPE: "livekit-agents",
} as const;

/** Attributes and scopes of further libraries. */
export const Others = {
  FLUE_SCOPE: "@flue/opentelemetry",
  PYDANTIC_SCOPE: "pydantic-ai",
  /** Span of a model call of Codex, which has the model in `model`. */
  CODEX_CALL: "model_client.stream_responses_api",
  STRANDS: "strands-agents",
  /** Name of the provider before the conventions had `gen_ai.provider.name`. */
  GEN_AI_SYSTEM: "gen_ai.system",
  TAGS: "tags",
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
  /** Observations that count in place of this one, whose usage they repeat. */
  COUNTED_IN: "svc_counted_in",
  /** Fields of the trace that clients without the attributes for them send as metadata, as are the two below. */
  USER_ID: "svc_user_id",
  SESSION_ID: "svc_session_id",
  TAGS: "svc_tags",
} as const;

/** Returns the two attributes that can hold a metadata key, in order of precedence. */
export function asMetadata(key: string): string[] {
  return [`${svc.OBSERVATION_METADATA}.${key}`, `${svc.TRACE_METADATA}.${key}`];
}
