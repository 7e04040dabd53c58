import * as A from "@svc/core/internal/span-attributes";
import * as GenAi from "@svc/core/internal/gen-ai";

/**
 * Names of the attributes that no mask sees, by topic: the service, filters and other backends find spans by their exact values. A mask sees
 * every other text, so that an attribute of a new library is masked from its first day. A name that ends with `*` is the beginning of
 * names.
 */
export const EXACT_NAMES: Readonly<Record<string, readonly string[]>> = {
  "User, session, tags": [
    A.TRACE_USER_ID,
    A.COMPAT_USER_ID,
    A.TRACE_SESSION_ID,
    A.COMPAT_SESSION_ID,
    GenAi.CONVERSATION_ID,
    GenAi.LIVE_SESSION_ID,
    A.TRACE_TAGS,
    "svc.tags",
    "tag.tags",
    "ai.telemetry.metadata.userId",
    "ai.telemetry.metadata.sessionId",
    "ai.telemetry.metadata.tags",
  ],
  "Environment, release, version": [
    A.ENVIRONMENT,
    A.RELEASE,
    A.VERSION,
    "deployment.environment",
    "deployment.environment.name",
    "service.name",
    "service.namespace",
    "service.version",
    "service.instance.id",
    "telemetry.sdk.*",
    "telemetry.distro.*",
  ],
  "Trace and type": [
    A.TRACE_NAME,
    A.TRACE_PUBLIC,
    "svc.public",
    A.AS_ROOT,
    A.IS_APP_ROOT,
    A.OBSERVATION_TYPE,
    A.OBSERVATION_LEVEL,
    "openinference.span.kind",
    "traceloop.span.kind",
    "genkit:type",
    "genkit:state",
    "genkit:metadata:subtype",
  ],
  Model: [
    A.OBSERVATION_MODEL,
    GenAi.REQUEST_MODEL,
    GenAi.RESPONSE_MODEL,
    GenAi.PROVIDER_NAME,
    "gen_ai.system",
    "ai.model.id",
    "ai.model.provider",
    "ai.response.model",
    "llm.model_name",
    "llm.response.model",
    "llm.provider",
    "llm.system",
    "embedding.model_name",
    "reranker.model_name",
    "model",
  ],
  Operation: [
    GenAi.OPERATION_NAME,
    GenAi.OUTPUT_TYPE,
    GenAi.REQUEST_ENCODING_FORMATS,
    GenAi.RESPONSE_FINISH_REASONS,
    A.OBSERVATION_COMPLETION_START_TIME,
    "operation.name",
    "ai.operationId",
    "ai.telemetry.functionId",
    "ai.response.finishReason",
    "ai.finishReason",
    "ai.response.timestamp",
    "llm.request.type",
    "input.mime_type",
    "output.mime_type",
  ],
  "Names of agents, tools and workflows": [
    "gen_ai.agent.name",
    "gen_ai.agent.version",
    "gen_ai.workflow.name",
    GenAi.TOOL_NAME,
    "gen_ai.tool.type",
    "ai.toolCall.name",
    "agent.name",
    "tool.name",
    "genkit:name",
    "traceloop.entity.name",
    "traceloop.entity.path",
    "traceloop.entity.version",
    "traceloop.workflow.name",
  ],
  Ids: [
    GenAi.RESPONSE_ID,
    GenAi.REQUEST_PREVIOUS_RESPONSE_ID,
    GenAi.DATA_SOURCE_ID,
    GenAi.TOOL_CALL_ID,
    "gen_ai.agent.id",
    "ai.response.id",
    "ai.toolCall.id",
    "tool_call.id",
  ],
  "Usage and cost": [
    A.OBSERVATION_USAGE_DETAILS,
    A.OBSERVATION_COST_DETAILS,
    `${GenAi.USAGE_PREFIX}*`,
    "ai.usage.*",
    "llm.token_count.*",
    "llm.usage.*",
    "llm.cost.*",
  ],
  Prompt: [
    A.OBSERVATION_PROMPT_NAME,
    A.OBSERVATION_PROMPT_VERSION,
    "svc.prompt.name",
    "svc.prompt.version",
    "gen_ai.prompt.name",
    "gen_ai.prompt.version",
    "ai.telemetry.metadata.svcPrompt",
  ],
  Experiment: [
    A.EXPERIMENT_ID,
    A.EXPERIMENT_NAME,
    A.EXPERIMENT_DATASET_ID,
    A.EXPERIMENT_ITEM_ID,
    A.EXPERIMENT_ITEM_VERSION,
    A.EXPERIMENT_ITEM_ROOT_OBSERVATION_ID,
  ],
};

/** Encoding of an attribute that a mask sees: encoded metadata, or plain text. */
export type MaskedEncoding = "observation metadata" | "trace metadata" | "text";

const NAMES = Object.values(EXACT_NAMES).flat();
const EXACT: ReadonlySet<string> = new Set(NAMES);
const EXACT_PREFIXES: readonly string[] = NAMES.filter((name) => name.endsWith("*")).map((name) => name.slice(0, -1));

const MAX_REMEMBERED = 2_000;
const remembered = new Map<string, MaskedEncoding | undefined>();

/** Returns the encoding of an attribute that a mask sees; undefined for one of {@link EXACT_NAMES}. */
export function maskedEncodingOf(attribute: string): MaskedEncoding | undefined {
  const known = remembered.get(attribute);
  if (known !== undefined || remembered.has(attribute)) return known;
  const encoding = encodingByName(attribute);
  if (remembered.size < MAX_REMEMBERED) remembered.set(attribute, encoding);
  return encoding;
}

/** Returns true for an event whose name the service reads. A mask sees all other names of events: some producers log whole texts as one. */
export function isExactEventName(name: string): boolean {
  return name === "exception" || name.startsWith(GenAi.PREFIX);
}

function encodingByName(attribute: string): MaskedEncoding | undefined {
  if (EXACT.has(attribute) || EXACT_PREFIXES.some((prefix) => attribute.startsWith(prefix))) return undefined;
  if (isKeyOf(A.OBSERVATION_METADATA, attribute)) return "observation metadata";
  return isKeyOf(A.TRACE_METADATA, attribute) ? "trace metadata" : "text";
}

function isKeyOf(metadata: string, attribute: string): boolean {
  return attribute.startsWith(metadata) && (attribute.length === metadata.length || attribute[metadata.length] === ".");
}
