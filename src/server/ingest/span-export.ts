import { SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { isoTimeOrNull } from "../http/iso-time.ts";
import { type JsonObject, isObject, parseContent, parseJson, textOrJson } from "../http/json.ts";
import type { ObservationRecord } from "../observations/observation-record.ts";
import { SvcLocal } from "./mapping/attributes/attribute-names.ts";

/**
 * Converts observations to one OTLP JSON trace export. This service reads the export as the same observations. Any other reader
 * of OTLP gets spans with their original resource and scope.
 */
export function toExport(observations: readonly ObservationRecord[]): JsonObject {
  return { resourceSpans: observations.map(resourceSpans) };
}

function resourceSpans(observation: ObservationRecord): JsonObject {
  const metadata = parseContent(observation.metadata);
  const entries = Object.entries(isObject(metadata) ? metadata : {});
  const below = (prefix: string): Array<[string, unknown]> =>
    entries.filter(([path]) => path.startsWith(prefix)).map(([path, value]) => [path.slice(prefix.length), value]);
  const scope = new Map(below("scope."));
  return {
    resource: { attributes: otlpAttributes(below("resourceAttributes.")) },
    scopeSpans: [
      {
        scope: { name: textOrJson(scope.get("name") ?? ""), version: textOrJson(scope.get("version") ?? "") },
        spans: [span(observation, entries)],
      },
    ],
  };
}

const NANOSECONDS = "000000";

function span(observation: ObservationRecord, metadata: Array<[string, unknown]>): JsonObject {
  return {
    traceId: observation.traceId,
    spanId: observation.id,
    ...(observation.parentObservationId !== null && { parentSpanId: observation.parentObservationId }),
    name: observation.name,
    startTimeUnixNano: `${observation.startTime}${NANOSECONDS}`,
    ...(observation.isOpen === 0 && { endTimeUnixNano: `${observation.endTime}${NANOSECONDS}` }),
    attributes: otlpAttributes([
      [SvcLocal.EXPORTED, true],
      ...fields(observation),
      ...experiment(observation),
      ...metadata.map(([path, value]): [string, unknown] => [
        `${svc.OBSERVATION_METADATA}.${path}`,
        JSON.stringify(value),
      ]),
    ]),
    status: { code: observation.level === "ERROR" ? 2 : 0 },
  };
}

function fields(o: ObservationRecord): Array<[string, unknown]> {
  const isOwnRoot = o.isRoot === 1 && o.parentObservationId !== null;
  return [
    [svc.OBSERVATION_TYPE, o.type.toLowerCase()],
    [svc.OBSERVATION_LEVEL, o.level],
    [svc.OBSERVATION_STATUS_MESSAGE, o.statusMessage],
    [svc.OBSERVATION_INPUT, o.input],
    [svc.OBSERVATION_OUTPUT, o.output],
    [svc.OBSERVATION_COMPLETION_START_TIME, isoTimeOrNull(o.completionStartTime)],
    [svc.OBSERVATION_MODEL, o.model],
    [svc.OBSERVATION_MODEL_PARAMETERS, o.modelParameters],
    [svc.OBSERVATION_USAGE_DETAILS, unlessEmpty(o.usageDetails)],
    // The reading service calculates costs by price list again.
    [svc.OBSERVATION_COST_DETAILS, o.pricingTier === null ? unlessEmpty(o.costDetails) : null],
    [svc.OBSERVATION_PROMPT_NAME, o.promptName],
    [svc.OBSERVATION_PROMPT_VERSION, o.promptVersion],
    [GenAi.TOOL_DEFINITIONS, o.toolDefinitions === "[]" ? null : toolDefinitions(o.toolDefinitions)],
    [svc.ENVIRONMENT, o.environment],
    [svc.RELEASE, o.release],
    [svc.VERSION, o.version],
    [svc.TRACE_NAME, o.traceName],
    [svc.TRACE_USER_ID, o.userId],
    [svc.TRACE_SESSION_ID, o.sessionId],
    [svc.TRACE_TAGS, o.tags === "[]" ? null : o.tags],
    [svc.TRACE_PUBLIC, o.public === 1 ? true : null],
    [svc.IS_APP_ROOT, isOwnRoot ? true : null],
  ];
}

function experiment({ experiment: e }: ObservationRecord): Array<[string, unknown]> {
  if (e === null) return [];
  return [
    [svc.EXPERIMENT_ID, e.experimentId],
    [svc.EXPERIMENT_NAME, e.experimentName],
    [svc.EXPERIMENT_DESCRIPTION, e.experimentDescription],
    [svc.EXPERIMENT_DATASET_ID, e.experimentDatasetId],
    [svc.EXPERIMENT_METADATA, e.experimentMetadata],
    [svc.EXPERIMENT_ITEM_ID, e.experimentItemId],
    [svc.EXPERIMENT_ITEM_VERSION, isoTimeOrNull(e.experimentItemVersion)],
    [svc.EXPERIMENT_ITEM_METADATA, e.experimentItemMetadata],
    [svc.EXPERIMENT_ITEM_EXPECTED_OUTPUT, e.experimentItemExpectedOutput],
    [svc.EXPERIMENT_ITEM_ROOT_OBSERVATION_ID, e.experimentItemRootId],
  ];
}

function unlessEmpty(json: string): string | null {
  return json === "{}" ? null : json;
}

function toolDefinitions(names: string): string {
  const list = parseJson(names);
  return JSON.stringify(Array.isArray(list) ? list.map((name: unknown) => ({ name })) : []);
}

/** Returns attributes in OTLP JSON. Leaves out those whose value is null. */
export function otlpAttributes(entries: ReadonlyArray<readonly [string, unknown]>): JsonObject[] {
  return entries.filter(([, value]) => value !== null).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: unknown): JsonObject {
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number")
    return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return { stringValue: textOrJson(value) };
}
