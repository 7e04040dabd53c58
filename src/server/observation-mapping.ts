import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { GenAi, MetadataKeys, Otel, SvcOlder, asMetadata } from "./attribute-names.ts";
import { firstJson, firstText, firstValue, textAttribute } from "./attribute-reading.ts";
import { costDetails, totalCost } from "./cost-details.ts";
import { environmentOf } from "./environment-name.ts";
import { inputOutput } from "./input-output.ts";
import { spanMetadata } from "./metadata.ts";
import type { MetadataBudget } from "./metadata-budget.ts";
import { modelName, modelParameters } from "./model.ts";
import { observationLevel } from "./observation-level.ts";
import type { Flag, ObservationRecord } from "./observation-record.ts";
import { observationType } from "./observation-type.ts";
import type { Attributes, ReceivedSpan } from "./otlp-span.ts";
import type { SpanSource } from "./span-source.ts";
import { traceTags } from "./trace-tags.ts";
import { usageDetails } from "./usage-details.ts";

/** Where each plain field comes from: the first of these attributes that is there. */
const SOURCES = {
  name: [GenAi.TOOL_NAME],
  statusMessage: [svc.OBSERVATION_STATUS_MESSAGE],
  userId: [svc.COMPAT_USER_ID, svc.TRACE_USER_ID],
  userIdInMetadata: asMetadata(MetadataKeys.USER_ID),
  sessionId: [svc.COMPAT_SESSION_ID, svc.TRACE_SESSION_ID, GenAi.CONVERSATION_ID],
  sessionIdInMetadata: asMetadata(MetadataKeys.SESSION_ID),
  traceName: [svc.TRACE_NAME],
  public: [svc.TRACE_PUBLIC, SvcOlder.PUBLIC],
  promptName: [svc.OBSERVATION_PROMPT_NAME, SvcOlder.PROMPT_NAME],
  promptVersion: [svc.OBSERVATION_PROMPT_VERSION, SvcOlder.PROMPT_VERSION],
  completionStartTime: [svc.OBSERVATION_COMPLETION_START_TIME],
} satisfies Record<string, string[]>;

/** Operations whose spans enclose model calls: what they report is already reported by those. */
const AGENT_OPERATIONS = new Set(["invoke_agent", "agent_step"]);

/** What the spans of one export have in common. */
export interface ExportContext {
  source: SpanSource;
  /** Milliseconds since 1970: dates what the sender left undated. */
  now: number;
  metadataBudget: MetadataBudget;
  /** False to keep metadata values as they were sent. */
  decodesMetadata: boolean;
}

/** The observation that a span becomes. Throws `RefusedExport` when its metadata is too large. */
export function toObservation(
  span: ReceivedSpan,
  { source, now, metadataBudget, decodesMetadata }: ExportContext,
): ObservationRecord {
  const { attributes, resource } = span;
  const type = observationType(span);
  const costs = isAgentOperation(attributes) ? {} : costDetails(attributes);
  const { input, output } = inputOutput(span);
  const isGeneration = type === "GENERATION";
  return {
    projectId: source.projectId,
    traceId: span.traceId,
    id: span.spanId,
    parentObservationId: span.parentSpanId,
    type,
    name: firstText(attributes, SOURCES.name) ?? span.name,
    startTime: span.startTime ?? span.endTime ?? now,
    endTime: span.endTime ?? span.startTime ?? now,
    environment: environmentOf(span),
    level: observationLevel(span),
    statusMessage: firstText(attributes, SOURCES.statusMessage) ?? (span.statusMessage || null),
    version: firstText(attributes, [svc.VERSION]) ?? firstText(resource, [Otel.SERVICE_VERSION]),
    release: firstText(attributes, [svc.RELEASE]) ?? firstText(resource, [svc.RELEASE]),
    userId: firstText(attributes, SOURCES.userId) ?? decodedText(attributes, SOURCES.userIdInMetadata),
    sessionId: firstText(attributes, SOURCES.sessionId) ?? decodedText(attributes, SOURCES.sessionIdInMetadata),
    traceName: firstText(attributes, SOURCES.traceName),
    tags: JSON.stringify(traceTags(attributes)),
    public: flag(isTrue(firstValue(attributes, SOURCES.public))),
    bookmarked: 0,
    isRoot: flag(span.parentSpanId === null || isTrue(attributes.get(svc.IS_APP_ROOT))),
    completionStartTime: timestamp(firstJson(attributes, SOURCES.completionStartTime)),
    input,
    output,
    metadata: JSON.stringify(Object.fromEntries(spanMetadata(span, metadataBudget, decodesMetadata))),
    model: isAgentOperation(attributes) ? null : modelName(attributes),
    modelParameters: modelParameters(attributes),
    usageDetails: JSON.stringify(isAgentOperation(attributes) ? {} : usageDetails(attributes)),
    costDetails: JSON.stringify(costs),
    totalCost: totalCost(costs),
    promptName: isGeneration ? firstText(attributes, SOURCES.promptName) : null,
    promptVersion: isGeneration ? integer(firstValue(attributes, SOURCES.promptVersion)) : null,
    modelId: null,
    inputTokens: null,
    outputTokens: null,
    totalTokens: null,
    inputCost: null,
    outputCost: null,
    pricingTier: null,
    toolDefinitions: "[]",
    toolCalls: "[]",
    publicKey: source.publicKey,
    sdkName: source.sdkName,
    sdkVersion: source.sdkVersion,
    hasInput: flag(input !== null),
    hasOutput: flag(output !== null),
    experiment: null,
    createdAt: now,
    updatedAt: now,
  };
}

function isAgentOperation(attributes: Attributes): boolean {
  return AGENT_OPERATIONS.has(textAttribute(attributes, GenAi.OPERATION_NAME) ?? "");
}

/** A field carried as metadata is JSON-encoded like all metadata. */
function decodedText(attributes: Attributes, names: readonly string[]): string | null {
  const value = firstJson(attributes, names);
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

function timestamp(value: unknown): number | null {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

function integer(value: unknown): number | null {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : null;
}

function isTrue(value: unknown): boolean {
  return value === true || value === "true";
}

function flag(value: boolean): Flag {
  return value ? 1 : 0;
}
