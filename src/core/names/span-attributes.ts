/**
 * Names of the attributes that this SDK writes on spans and the service reads from them. The names appear nowhere else in
 * this repository.
 * Contract: "Span attributes written by clients".
 */
export const SvcOtelSpanAttributes = {
  TRACE_NAME: "svc.trace.name",
  TRACE_USER_ID: "user.id",
  TRACE_SESSION_ID: "session.id",
  TRACE_TAGS: "svc.trace.tags",
  TRACE_PUBLIC: "svc.trace.public",
  /** Prefix of propagated metadata: followed by `.<key>`, one attribute per key. */
  TRACE_METADATA: "svc.trace.metadata",
  /**
   * Former attribute of the trace input, which now is the root observation's input. The SDK no longer writes the attribute.
   * A value set by hand is masked and searched for media.
   */
  TRACE_INPUT: "svc.trace.input",
  /** Former attribute of the trace output; see {@link SvcOtelSpanAttributes.TRACE_INPUT}. */
  TRACE_OUTPUT: "svc.trace.output",

  OBSERVATION_TYPE: "svc.observation.type",
  /** Prefix for a metadata map, followed by `.<key>`. Whole name for metadata that is a primitive or an array. */
  OBSERVATION_METADATA: "svc.observation.metadata",
  OBSERVATION_LEVEL: "svc.observation.level",
  OBSERVATION_STATUS_MESSAGE: "svc.observation.status_message",
  OBSERVATION_INPUT: "svc.observation.input",
  OBSERVATION_OUTPUT: "svc.observation.output",
  OBSERVATION_COMPLETION_START_TIME: "svc.observation.completion_start_time",
  OBSERVATION_MODEL: "svc.observation.model.name",
  OBSERVATION_MODEL_PARAMETERS: "svc.observation.model.parameters",
  OBSERVATION_USAGE_DETAILS: "svc.observation.usage_details",
  OBSERVATION_COST_DETAILS: "svc.observation.cost_details",
  OBSERVATION_PROMPT_NAME: "svc.observation.prompt.name",
  OBSERVATION_PROMPT_VERSION: "svc.observation.prompt.version",

  ENVIRONMENT: "svc.environment",
  RELEASE: "svc.release",
  VERSION: "svc.version",

  AS_ROOT: "svc.internal.as_root",
  IS_APP_ROOT: "svc.internal.is_app_root",

  EXPERIMENT_ID: "svc.experiment.id",
  EXPERIMENT_NAME: "svc.experiment.name",
  EXPERIMENT_DESCRIPTION: "svc.experiment.description",
  EXPERIMENT_METADATA: "svc.experiment.metadata",
  EXPERIMENT_DATASET_ID: "svc.experiment.dataset.id",
  EXPERIMENT_ITEM_ID: "svc.experiment.item.id",
  EXPERIMENT_ITEM_VERSION: "svc.experiment.item.version",
  EXPERIMENT_ITEM_METADATA: "svc.experiment.item.metadata",
  EXPERIMENT_ITEM_EXPECTED_OUTPUT: "svc.experiment.item.expected_output",
  EXPERIMENT_ITEM_ROOT_OBSERVATION_ID: "svc.experiment.item.root_observation_id",

  /** Names that other producers use for the user and the session. The SDK never writes them. */
  COMPAT_USER_ID: "svc.user.id",
  COMPAT_SESSION_ID: "svc.session.id",
} as const;

/** Name of an attribute in {@link SvcOtelSpanAttributes}. */
export type SvcOtelSpanAttributes = (typeof SvcOtelSpanAttributes)[keyof typeof SvcOtelSpanAttributes];
