// Names of OpenTelemetry's conventions for generative AI, which this SDK writes and the service reads. They appear nowhere
// else in this repository. Each name is a constant of its own, so that a bundle carries only the names it uses.
// https://opentelemetry.io/docs/specs/semconv/registry/attributes/gen-ai

/** Beginning of every name. */
export const PREFIX = "gen_ai.";

// The call.
export const OPERATION_NAME = "gen_ai.operation.name";
export const PROVIDER_NAME = "gen_ai.provider.name";
/** Index, collection or other source of data that is searched. */
export const DATA_SOURCE_ID = "gen_ai.data_source.id";
export const CONVERSATION_ID = "gen_ai.conversation.id";
/** Session over a socket in which models speak and listen. */
export const LIVE_SESSION_ID = "gen_ai.live_session.id";
export const OUTPUT_TYPE = "gen_ai.output.type";

/** Type of a failure, an attribute of all conventions. */
export const ERROR_TYPE = "error.type";

/** Operations of the conventions by our types of observation. The conventions have no operation for the other types. */
export const OPERATIONS_BY_TYPE: Readonly<Record<string, string>> = {
  generation: "chat",
  embedding: "embeddings",
  agent: "invoke_agent",
  tool: "execute_tool",
  retriever: "retrieval",
};

// The request.
/** Beginning of the attributes of the request; the rest is the name of the parameter. */
export const REQUEST_PREFIX = "gen_ai.request.";
export const REQUEST_MODEL = "gen_ai.request.model";
export const REQUEST_TEMPERATURE = "gen_ai.request.temperature";
export const REQUEST_TOP_P = "gen_ai.request.top_p";
export const REQUEST_TOP_K = "gen_ai.request.top_k";
export const REQUEST_MAX_TOKENS = "gen_ai.request.max_tokens";
export const REQUEST_FREQUENCY_PENALTY = "gen_ai.request.frequency_penalty";
export const REQUEST_PRESENCE_PENALTY = "gen_ai.request.presence_penalty";
export const REQUEST_SEED = "gen_ai.request.seed";
export const REQUEST_CHOICE_COUNT = "gen_ai.request.choice.count";
export const REQUEST_STREAM = "gen_ai.request.stream";
export const REQUEST_REASONING_LEVEL = "gen_ai.request.reasoning.level";
export const REQUEST_PREVIOUS_RESPONSE_ID = "gen_ai.request.previous_response.id";
export const REQUEST_ENCODING_FORMATS = "gen_ai.request.encoding_formats";
export const REQUEST_STOP_SEQUENCES = "gen_ai.request.stop_sequences";

// The answer.
export const RESPONSE_MODEL = "gen_ai.response.model";
export const RESPONSE_ID = "gen_ai.response.id";
export const RESPONSE_FINISH_REASONS = "gen_ai.response.finish_reasons";
/** Time from the start of the call to the first chunk of its stream, in seconds. */
export const RESPONSE_TIME_TO_FIRST_CHUNK = "gen_ai.response.time_to_first_chunk";
export const EMBEDDINGS_DIMENSION_COUNT = "gen_ai.embeddings.dimension.count";

// Tokens and cost.
/** Beginning of the attributes of usage; the rest is the kind of token. */
export const USAGE_PREFIX = "gen_ai.usage.";
export const USAGE_INPUT_TOKENS = "gen_ai.usage.input_tokens";
export const USAGE_CACHE_READ_INPUT_TOKENS = "gen_ai.usage.cache_read.input_tokens";
export const USAGE_CACHE_WRITE_INPUT_TOKENS = "gen_ai.usage.cache_write.input_tokens";
export const USAGE_AUDIO_INPUT_TOKENS = "gen_ai.usage.audio.input_tokens";
export const USAGE_IMAGE_INPUT_TOKENS = "gen_ai.usage.image.input_tokens";
export const USAGE_OUTPUT_TOKENS = "gen_ai.usage.output_tokens";
export const USAGE_REASONING_OUTPUT_TOKENS = "gen_ai.usage.reasoning.output_tokens";
export const USAGE_AUDIO_OUTPUT_TOKENS = "gen_ai.usage.audio.output_tokens";
export const USAGE_IMAGE_OUTPUT_TOKENS = "gen_ai.usage.image.output_tokens";
/** Former names of the tokens of input and output. */
export const USAGE_PROMPT_TOKENS = "gen_ai.usage.prompt_tokens";
export const USAGE_COMPLETION_TOKENS = "gen_ai.usage.completion_tokens";
/** Cost of the call, which some libraries write. The conventions do not have it. */
export const USAGE_COST = "gen_ai.usage.cost";

// Content.
export const SYSTEM_INSTRUCTIONS = "gen_ai.system_instructions";
export const INPUT_MESSAGES = "gen_ai.input.messages";
export const OUTPUT_MESSAGES = "gen_ai.output.messages";
/** Former attributes of the content. */
export const PROMPT = "gen_ai.prompt";
export const COMPLETION = "gen_ai.completion";
/** Beginnings of the former attributes of single messages; the rest is index and field. */
export const PROMPT_PREFIX = "gen_ai.prompt.";
export const COMPLETION_PREFIX = "gen_ai.completion.";
export const RETRIEVAL_QUERY_TEXT = "gen_ai.retrieval.query.text";
export const RETRIEVAL_DOCUMENTS = "gen_ai.retrieval.documents";
export const EVALUATION_EXPLANATION = "gen_ai.evaluation.explanation";

// Agents.
export const AGENT_ID = "gen_ai.agent.id";
export const AGENT_NAME = "gen_ai.agent.name";

// Tools.
export const TOOL_DEFINITIONS = "gen_ai.tool.definitions";
export const TOOL_NAME = "gen_ai.tool.name";
export const TOOL_TYPE = "gen_ai.tool.type";
export const TOOL_CALL_ID = "gen_ai.tool.call.id";
export const TOOL_CALL_ARGUMENTS = "gen_ai.tool.call.arguments";
export const TOOL_CALL_RESULT = "gen_ai.tool.call.result";

// Events of a span.
/** Event whose attributes are those of a model call. */
export const OPERATION_DETAILS_EVENT = "gen_ai.client.inference.operation.details";
/** Former events, one for each message. */
export const SYSTEM_MESSAGE_EVENT = "gen_ai.system.message";
export const USER_MESSAGE_EVENT = "gen_ai.user.message";
export const ASSISTANT_MESSAGE_EVENT = "gen_ai.assistant.message";
export const TOOL_MESSAGE_EVENT = "gen_ai.tool.message";
export const CHOICE_EVENT = "gen_ai.choice";
/** Former events with the whole content of one side. */
export const CONTENT_PROMPT_EVENT = "gen_ai.content.prompt";
export const CONTENT_COMPLETION_EVENT = "gen_ai.content.completion";
