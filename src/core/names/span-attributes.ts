// Names of the attributes that this SDK writes on spans and the service reads from them. The names appear nowhere else in this
// repository. A bundle carries the names it uses.
// Contract: "Span attributes written by clients".
export const TRACE_NAME = "svc.trace.name";
export const TRACE_USER_ID = "user.id";
export const TRACE_SESSION_ID = "session.id";
export const TRACE_TAGS = "svc.trace.tags";
export const TRACE_PUBLIC = "svc.trace.public";
/** Prefix of propagated metadata: followed by `.<key>`, one attribute per key. */
export const TRACE_METADATA = "svc.trace.metadata";
/**
 * Former attribute of the trace input, which now is the root observation's input. The SDK no longer writes the attribute.
 * A value set by hand is masked and searched for media.
 */
export const TRACE_INPUT = "svc.trace.input";
/** Former attribute of the trace output; see {@link TRACE_INPUT}. */
export const TRACE_OUTPUT = "svc.trace.output";

export const OBSERVATION_TYPE = "svc.observation.type";
/** Prefix for a metadata map, followed by `.<key>`. Whole name for metadata that is a primitive or an array. */
export const OBSERVATION_METADATA = "svc.observation.metadata";
export const OBSERVATION_LEVEL = "svc.observation.level";
export const OBSERVATION_STATUS_MESSAGE = "svc.observation.status_message";
export const OBSERVATION_INPUT = "svc.observation.input";
export const OBSERVATION_OUTPUT = "svc.observation.output";
export const OBSERVATION_COMPLETION_START_TIME = "svc.observation.completion_start_time";
export const OBSERVATION_MODEL = "svc.observation.model.name";
export const OBSERVATION_MODEL_PARAMETERS = "svc.observation.model.parameters";
export const OBSERVATION_USAGE_DETAILS = "svc.observation.usage_details";
export const OBSERVATION_COST_DETAILS = "svc.observation.cost_details";
export const OBSERVATION_PROMPT_NAME = "svc.observation.prompt.name";
export const OBSERVATION_PROMPT_VERSION = "svc.observation.prompt.version";

export const ENVIRONMENT = "svc.environment";
export const RELEASE = "svc.release";
export const VERSION = "svc.version";

export const AS_ROOT = "svc.internal.as_root";
export const IS_APP_ROOT = "svc.internal.is_app_root";

export const EXPERIMENT_ID = "svc.experiment.id";
export const EXPERIMENT_NAME = "svc.experiment.name";
export const EXPERIMENT_DESCRIPTION = "svc.experiment.description";
export const EXPERIMENT_METADATA = "svc.experiment.metadata";
export const EXPERIMENT_DATASET_ID = "svc.experiment.dataset.id";
export const EXPERIMENT_ITEM_ID = "svc.experiment.item.id";
export const EXPERIMENT_ITEM_VERSION = "svc.experiment.item.version";
export const EXPERIMENT_ITEM_METADATA = "svc.experiment.item.metadata";
export const EXPERIMENT_ITEM_EXPECTED_OUTPUT = "svc.experiment.item.expected_output";
export const EXPERIMENT_ITEM_ROOT_OBSERVATION_ID = "svc.experiment.item.root_observation_id";

/** Names that other producers use for the user and the session. The SDK never writes them. */
export const COMPAT_USER_ID = "svc.user.id";
export const COMPAT_SESSION_ID = "svc.session.id";
