import { createContextKey } from "@opentelemetry/api";
import { SvcOtelSpanAttributes as A } from "../names/span-attributes.ts";

/** Name of a propagated value. Users set nine of them, the experiment runner sets seven. */
export type PropagatedField =
  | "userId"
  | "sessionId"
  | "version"
  | "traceName"
  | "environment"
  | "tags"
  | "metadata"
  | "promptName"
  | "promptVersion"
  | "experimentId"
  | "experimentName"
  | "experimentMetadata"
  | "experimentDatasetId"
  | "experimentItemId"
  | "experimentItemMetadata"
  | "experimentItemRootObservationId";

const key = (name: string): symbol => createContextKey(`svc_${name}`);

/** OpenTelemetry context keys of the propagated values. */
export const SvcOtelContextKeys: Readonly<Record<PropagatedField, symbol>> = {
  userId: key("user_id"),
  sessionId: key("session_id"),
  version: key("version"),
  traceName: key("trace_name"),
  environment: key("environment"),
  tags: key("tags"),
  metadata: key("metadata"),
  promptName: key("prompt_name"),
  promptVersion: key("prompt_version"),
  experimentId: key("experiment_id"),
  experimentName: key("experiment_name"),
  experimentMetadata: key("experiment_metadata"),
  experimentDatasetId: key("experiment_dataset_id"),
  experimentItemId: key("experiment_item_id"),
  experimentItemMetadata: key("experiment_item_metadata"),
  experimentItemRootObservationId: key("experiment_item_root_observation_id"),
};

/** Propagated value as a span attribute. */
export type PropagatedAttribute = string | number | string[];

/** Context key, baggage key and span attribute of one propagated value. */
export interface PropagatedFieldRow {
  readonly field: PropagatedField;
  readonly contextKey: symbol;
  /** Baggage entry in every language's SDK; for `metadata` a prefix, followed by `_<key>`. */
  readonly baggageKey: string;
  /** Span attribute; for `metadata` a prefix, followed by `.<key>`. */
  readonly attribute: string;
}

const row = (field: PropagatedField, baggageKey: string, attribute: string): PropagatedFieldRow => ({
  field,
  contextKey: SvcOtelContextKeys[field],
  baggageKey,
  attribute,
});

/** Table of the propagated values with their places in the context, in baggage and on the span. */
export const PROPAGATED_FIELDS: readonly PropagatedFieldRow[] = [
  row("userId", "svc_user_id", A.TRACE_USER_ID),
  row("sessionId", "svc_session_id", A.TRACE_SESSION_ID),
  row("version", "svc_version", A.VERSION),
  row("traceName", "svc_trace_name", A.TRACE_NAME),
  row("environment", "svc_environment", A.ENVIRONMENT),
  row("tags", "svc_tags", A.TRACE_TAGS),
  row("metadata", "svc_metadata", A.TRACE_METADATA),
  row("promptName", "svc_prompt_name", A.OBSERVATION_PROMPT_NAME),
  row("promptVersion", "svc_prompt_version", A.OBSERVATION_PROMPT_VERSION),
  row("experimentId", "svc_experiment_id", A.EXPERIMENT_ID),
  row("experimentName", "svc_experiment_name", A.EXPERIMENT_NAME),
  row("experimentMetadata", "svc_experiment_metadata", A.EXPERIMENT_METADATA),
  row("experimentDatasetId", "svc_experiment_dataset_id", A.EXPERIMENT_DATASET_ID),
  row("experimentItemId", "svc_experiment_item_id", A.EXPERIMENT_ITEM_ID),
  row("experimentItemMetadata", "svc_experiment_item_metadata", A.EXPERIMENT_ITEM_METADATA),
  row(
    "experimentItemRootObservationId",
    "svc_experiment_item_root_observation_id",
    A.EXPERIMENT_ITEM_ROOT_OBSERVATION_ID,
  ),
];
