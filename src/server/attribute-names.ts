import { SvcOtelSpanAttributes as svc } from "@svc/core";

/** Attributes of OpenTelemetry's own conventions that the service reads. */
export const Otel = {
  USER_ID: "user.id",
  SESSION_ID: "session.id",
  SERVICE_VERSION: "service.version",
  SDK_LANGUAGE: "telemetry.sdk.language",
  DEPLOYMENT_ENVIRONMENT: "deployment.environment.name",
  /** The name before the convention was stable. */
  DEPLOYMENT_ENVIRONMENT_OLD: "deployment.environment",
} as const;

/** Attributes of OpenTelemetry's conventions for generative AI. */
export const GenAi = {
  OPERATION_NAME: "gen_ai.operation.name",
  CONVERSATION_ID: "gen_ai.conversation.id",
  REQUEST_MODEL: "gen_ai.request.model",
  RESPONSE_MODEL: "gen_ai.response.model",
  /** Followed by the parameter's name. */
  REQUEST: "gen_ai.request.",
  /** Followed by the kind of token. */
  USAGE: "gen_ai.usage.",
  USAGE_COST: "gen_ai.usage.cost",
  TOOL_NAME: "gen_ai.tool.name",
  TOOL_CALL_ID: "gen_ai.tool.call.id",
  TOOL_CALL_ARGUMENTS: "gen_ai.tool.call.arguments",
  TOOL_CALL_RESULT: "gen_ai.tool.call.result",
  SYSTEM_INSTRUCTIONS: "gen_ai.system_instructions",
  INPUT_MESSAGES: "gen_ai.input.messages",
  OUTPUT_MESSAGES: "gen_ai.output.messages",
  /** Followed by index and field, as are the three below. */
  PROMPT: "gen_ai.prompt.",
  COMPLETION: "gen_ai.completion.",
  LLM_INPUT_MESSAGES: "llm.input_messages.",
  LLM_OUTPUT_MESSAGES: "llm.output_messages.",
} as const;

/** Older or shorter spellings of this service's own attributes: read, never written. */
export const SvcOlder = {
  TAGS: "svc.tags",
  PUBLIC: "svc.public",
  PROMPT_NAME: "svc.prompt.name",
  PROMPT_VERSION: "svc.prompt.version",
  METADATA: "svc.metadata",
} as const;

/** Trace fields that clients without the attributes for them carry as metadata keys. */
export const MetadataKeys = {
  USER_ID: "svc_user_id",
  SESSION_ID: "svc_session_id",
  TAGS: "svc_tags",
} as const;

/** The two places where such a key may stand, in order of precedence. */
export function asMetadata(key: string): string[] {
  return [`${svc.OBSERVATION_METADATA}.${key}`, `${svc.TRACE_METADATA}.${key}`];
}
