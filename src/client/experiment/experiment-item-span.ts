import { context, isSpanContextValid, trace, TraceFlags, type SpanContext } from "@opentelemetry/api";
import {
  createExperimentItemId,
  isMetadataMap,
  propagateAttributes,
  serializeValue,
  SVC_SDK_EXPERIMENT_ENVIRONMENT,
  type PropagateAttributesParams,
} from "@svc/core/internal";
import * as A from "@svc/core/internal/span-attributes";
import { startActiveObservation, type SvcSpan } from "@svc/tracing";
import type { ExperimentItem } from "./experiment-types.ts";

/** Experiment fields recorded with each item. */
export interface RecordedExperiment {
  readonly id: string;
  readonly name: string;
  readonly runName: string;
  readonly description?: string | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
  readonly datasetVersion?: Date | string | undefined;
}

/** Outcome of an item, and the span that records it. */
export interface RecordedItem<Output> {
  /** Root span of the item's trace; undefined when nothing was recorded. */
  readonly root?: SpanContext;
  /** True when the trace is sampled, and so exported. */
  readonly isSampled: boolean;
  readonly outcome: { readonly output: Output } | { readonly error: unknown };
}

/** Name of an item's span. */
const SPAN_NAME = "experiment-item-run";

/**
 * Runs an item's task in a new trace. The root span carries all fields of the experiment; the spans of the task carry the
 * fields the service needs to find it. Contract: "Span attributes written by clients".
 */
export async function recordItem<Output>(
  experiment: RecordedExperiment,
  item: ExperimentItem,
  task: () => Promise<Output>,
): Promise<RecordedItem<Output>> {
  let place: Omit<RecordedItem<Output>, "outcome"> = { isSampled: false };
  const run = async (span: SvcSpan): Promise<Output> => {
    place = recordedPlace(span);
    const attributes = rootAttributes(experiment, item);
    for (const [name, value] of attributes) if (value !== undefined) span.otelSpan.setAttribute(name, value);
    span.update({
      input: item.input,
      environment: SVC_SDK_EXPERIMENT_ENVIRONMENT,
      metadata: itemSpanMetadata(experiment, item),
    });
    const output = await propagateAttributes({ experiment: propagated(experiment, item, span.id) }, task);
    span.update({ output });
    return output;
  };
  const withoutParent = trace.deleteSpan(context.active());
  try {
    const output = await context.with(withoutParent, () => startActiveObservation(SPAN_NAME, run));
    return { ...place, outcome: { output } };
  } catch (error) {
    return { ...place, outcome: { error } };
  }
}

function recordedPlace({ otelSpan }: SvcSpan): Omit<RecordedItem<never>, "outcome"> {
  const spanContext = otelSpan.spanContext();
  if (!isSpanContextValid(spanContext)) return { isSampled: false };
  return { root: spanContext, isSampled: (spanContext.traceFlags & TraceFlags.SAMPLED) !== 0 };
}

/** Attributes of an experiment that its judges' observations have; those of items have the item's too. */
export function experimentAttributes(
  { id, runName, metadata }: RecordedExperiment,
  datasetId: string | undefined,
): NonNullable<PropagateAttributesParams["experiment"]> {
  const experimentMetadata = serializeValue(metadata);
  return {
    experimentId: id,
    experimentName: runName,
    ...(experimentMetadata !== undefined && { experimentMetadata }),
    ...(datasetId !== undefined && { experimentDatasetId: datasetId }),
  };
}

/** Returns the id of an item; of an item of local data, the hash of its input. */
export function itemIdOf({ id, input }: ExperimentItem): string {
  return id ?? createExperimentItemId(input);
}

/** Returns the experiment attributes of every span of an item. */
function propagated(
  experiment: RecordedExperiment,
  item: ExperimentItem,
  rootId: string,
): NonNullable<PropagateAttributesParams["experiment"]> {
  const experimentItemMetadata = serializeValue(item.metadata);
  return {
    ...experimentAttributes(experiment, item.datasetId),
    experimentItemId: itemIdOf(item),
    experimentItemRootObservationId: rootId,
    ...(experimentItemMetadata !== undefined && { experimentItemMetadata }),
  };
}

/** Returns the attributes of an item's root span only. */
function rootAttributes(
  { description, datasetVersion }: RecordedExperiment,
  { id, expectedOutput, version = datasetVersion }: ExperimentItem,
): Array<[name: string, value: string | undefined]> {
  return [
    [A.EXPERIMENT_DESCRIPTION, description],
    [A.EXPERIMENT_ITEM_EXPECTED_OUTPUT, serializeValue(expectedOutput)],
    [A.EXPERIMENT_ITEM_VERSION, id === undefined ? undefined : versionText(version)],
  ];
}

function versionText(version: Date | string | undefined): string | undefined {
  return version instanceof Date ? version.toISOString() : version;
}

/**
 * Returns the metadata of an item's span. The run's own keys come first and win, so that an attribute limit drops the
 * user's keys before them.
 */
function itemSpanMetadata(
  { name, runName, metadata }: RecordedExperiment,
  item: ExperimentItem,
): Record<string, unknown> {
  const own = {
    experiment_name: name,
    experiment_run_name: runName,
    ...(item.datasetId !== undefined && { dataset_id: item.datasetId }),
    ...(item.datasetId !== undefined && item.id !== undefined && { dataset_item_id: item.id }),
  };
  return { ...own, ...(isMetadataMap(item.metadata) && item.metadata), ...metadata, ...own };
}
