import { createContextKey } from "@opentelemetry/api";
import * as A from "../names/span-attributes.ts";

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

/** Each value with its name in the context and in baggage, after `svc_`, and its span attribute. */
const ROWS: ReadonlyArray<readonly [PropagatedField, name: string, attribute: string]> = [
  ["userId", "user_id", A.TRACE_USER_ID],
  ["sessionId", "session_id", A.TRACE_SESSION_ID],
  ["version", "version", A.VERSION],
  ["traceName", "trace_name", A.TRACE_NAME],
  ["environment", "environment", A.ENVIRONMENT],
  ["tags", "tags", A.TRACE_TAGS],
  ["metadata", "metadata", A.TRACE_METADATA],
  ["promptName", "prompt_name", A.OBSERVATION_PROMPT_NAME],
  ["promptVersion", "prompt_version", A.OBSERVATION_PROMPT_VERSION],
  ["experimentId", "experiment_id", A.EXPERIMENT_ID],
  ["experimentName", "experiment_name", A.EXPERIMENT_NAME],
  ["experimentMetadata", "experiment_metadata", A.EXPERIMENT_METADATA],
  ["experimentDatasetId", "experiment_dataset_id", A.EXPERIMENT_DATASET_ID],
  ["experimentItemId", "experiment_item_id", A.EXPERIMENT_ITEM_ID],
  ["experimentItemMetadata", "experiment_item_metadata", A.EXPERIMENT_ITEM_METADATA],
  ["experimentItemRootObservationId", "experiment_item_root_observation_id", A.EXPERIMENT_ITEM_ROOT_OBSERVATION_ID],
];

/** Table of the propagated values with their places in the context, in baggage and on the span. */
export const PROPAGATED_FIELDS: readonly PropagatedFieldRow[] = /* @__PURE__ */ ROWS.map(
  ([field, name, attribute]) => ({
    field,
    contextKey: createContextKey(`svc_${name}`),
    baggageKey: `svc_${name}`,
    attribute,
  }),
);

/** OpenTelemetry context keys of the propagated values. */
export const SvcOtelContextKeys: Readonly<Record<PropagatedField, symbol>> = /* @__PURE__ */ contextKeys();

function contextKeys(): Record<PropagatedField, symbol> {
  return Object.fromEntries(PROPAGATED_FIELDS.map((row) => [row.field, row.contextKey])) as never;
}
