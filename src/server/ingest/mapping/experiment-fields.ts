import { SvcOtelSpanAttributes as svc, decodeMetadataValue, flattenMetadata } from "@svc/core/internal";
import { parseIsoTime } from "../../http/iso-time.ts";
import { storedId } from "../../http/stored-ids.ts";
import { isObject, parseContent } from "../../http/json.ts";
import type { ExperimentRecord, ObservationRecord } from "../../observations/observation-record.ts";
import type { Attributes } from "../otlp/otlp-span.ts";
import { firstText, withPrefix } from "./attributes/attribute-reading.ts";

/** Returns the experiment fields of a span; null for a span outside any experiment. */
export function experimentFields(
  attributes: Attributes,
  {
    projectId,
    traceId,
    id,
    startTime,
    endTime,
  }: Pick<ObservationRecord, "projectId" | "traceId" | "id" | "startTime" | "endTime">,
): ExperimentRecord | null {
  const text = (name: string): string | null => firstText(attributes, [name]);
  const experimentId = text(svc.EXPERIMENT_ID);
  if (experimentId === null) return null;
  return {
    projectId,
    traceId,
    spanId: id,
    startTime,
    endTime,
    experimentId,
    experimentName: text(svc.EXPERIMENT_NAME),
    experimentDescription: text(svc.EXPERIMENT_DESCRIPTION),
    experimentDatasetId: text(svc.EXPERIMENT_DATASET_ID),
    experimentMetadata: metadata(attributes, svc.EXPERIMENT_METADATA),
    experimentItemId: text(svc.EXPERIMENT_ITEM_ID),
    experimentItemVersion: parseIsoTime(text(svc.EXPERIMENT_ITEM_VERSION) ?? "") ?? null,
    experimentItemMetadata: metadata(attributes, svc.EXPERIMENT_ITEM_METADATA),
    experimentItemExpectedOutput: text(svc.EXPERIMENT_ITEM_EXPECTED_OUTPUT),
    experimentItemRootId: storedIdOrNull(text(svc.EXPERIMENT_ITEM_ROOT_OBSERVATION_ID)),
  };
}

function storedIdOrNull(id: string | null): string | null {
  return id === null ? null : storedId(id);
}

/**
 * Returns metadata as JSON text from dotted path to value. The span has it as one attribute, as one attribute per key, or as
 * both.
 */
function metadata(attributes: Attributes, name: string): string | null {
  const whole = attributes.get(name);
  const decoded = typeof whole === "string" ? parseContent(whole) : undefined;
  const entries = new Map<string, unknown>(isObject(decoded) ? Object.entries(decoded) : []);
  for (const [key, value] of withPrefix(attributes, `${name}.`)) entries.set(key, decodeMetadataValue(value));
  return entries.size === 0 ? null : JSON.stringify(Object.fromEntries(flattenMetadata(entries)));
}
