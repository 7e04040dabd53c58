import { SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { LAST_TIME_MS } from "../../http/iso-time.ts";
import { isObject, parseJson } from "../../http/json.ts";
import type { Flag, ObservationRecord } from "../../observations/observation-record.ts";
import type { Attributes, ReceivedSpan } from "../otlp/otlp-span.ts";
import type { ModelMatcher } from "../prices/model-matcher.ts";
import { priceOf } from "../prices/prices.ts";
import type { SpanSource } from "../span-source.ts";
import { enclosesAiSdkCalls } from "./attributes/ai-sdk.ts";
import {
  AiSdk,
  AiSdkMetadata,
  Genkit,
  MetadataKeys,
  Otel,
  Others,
  SvcOlder,
  TIME_TO_FIRST_CHUNK,
  asMetadata,
} from "./attributes/attribute-names.ts";
import { firstJson, firstText, firstValue, textAttribute } from "./attributes/attribute-reading.ts";
import { costDetails, totalCost } from "./usage/cost-details.ts";
import { environmentOf } from "./environment-name.ts";
import { lastException } from "./metadata/exceptions.ts";
import { experimentFields } from "./experiment-fields.ts";
import { inputOutput } from "./input-output/input-output.ts";
import { observationLevel } from "./observation-level-rules.ts";
import type { MetadataBudget } from "./metadata/metadata-budget.ts";
import { spanMetadata } from "./metadata/metadata.ts";
import { modelName, modelParameters } from "./usage/model.ts";
import { toolNames } from "./input-output/tools.ts";
import { traceTags } from "./trace-tags.ts";
import { observationType } from "./observation-type-rules.ts";
import { sumOf, tokenSum, usageDetails } from "./usage/usage-details.ts";

/** Attributes of each plain field. The first attribute present is used. */
const SOURCES = {
  name: [GenAi.TOOL_NAME, Genkit.NAME, Others.LOGFIRE_MESSAGE, AiSdk.TOOL_CALL_NAME],
  statusMessage: [svc.OBSERVATION_STATUS_MESSAGE],
  userId: [svc.COMPAT_USER_ID, svc.TRACE_USER_ID],
  userIdInMetadata: [...asMetadata(MetadataKeys.USER_ID), AiSdkMetadata.USER_ID],
  sessionId: [svc.COMPAT_SESSION_ID, svc.TRACE_SESSION_ID, GenAi.CONVERSATION_ID],
  sessionIdInMetadata: [...asMetadata(MetadataKeys.SESSION_ID), AiSdkMetadata.SESSION_ID],
  traceName: [svc.TRACE_NAME],
  public: [svc.TRACE_PUBLIC, SvcOlder.PUBLIC],
  promptName: [svc.OBSERVATION_PROMPT_NAME, SvcOlder.PROMPT_NAME],
  promptVersion: [svc.OBSERVATION_PROMPT_VERSION, SvcOlder.PROMPT_VERSION],
  completionStartTime: [svc.OBSERVATION_COMPLETION_START_TIME],
} satisfies Record<string, string[]>;

/** Operations of the conventions whose spans enclose model calls. */
const ENCLOSING_OPERATIONS = new Set(["invoke_agent", "agent_step", "invoke_workflow", "plan"]);

/** Values that the spans of one export share. */
export interface ExportContext {
  source: SpanSource;
  /** Time of the export, in milliseconds since 1970: `createdAt`, `updatedAt`, and the time of spans without one. */
  now: number;
  metadataBudget: MetadataBudget;
  models: ModelMatcher;
  /** False to keep metadata values as they were sent. */
  decodesMetadata: boolean;
}

/** Converts a span to an observation. Throws `RefusedExport` when its metadata is too large. */
export function toObservation(span: ReceivedSpan, context: ExportContext): ObservationRecord {
  const { source, now } = context;
  const { attributes, resource } = span;
  const type = observationType(span);
  const { input, output } = inputOutput(span);
  const tools = toolNames(attributes, input, output);
  const metadata = spanMetadata(span, context.metadataBudget, context.decodesMetadata);
  const isGeneration = type === "GENERATION";
  const prompt = isGeneration ? aiSdkPrompt(attributes) : undefined;
  const place = {
    projectId: source.projectId,
    traceId: span.traceId,
    id: span.spanId,
    startTime: span.startTime ?? span.endTime ?? now,
    endTime: span.endTime ?? span.startTime ?? now,
  };
  const level = observationLevel(span);
  const problems: string[] = [];
  const completionStartTime =
    timestamp(firstJson(attributes, SOURCES.completionStartTime)) ?? firstChunk(attributes, place.startTime, problems);
  const ofModel = modelFields(span, metadata, context, problems);
  if (problems.length > 0 && !metadata.has(MetadataKeys.PROBLEMS)) metadata.set(MetadataKeys.PROBLEMS, problems);
  return {
    ...place,
    parentObservationId: span.parentSpanId,
    type,
    name: firstText(attributes, SOURCES.name) ?? aiSdkName(attributes) ?? span.name,
    environment: environmentOf(span),
    level,
    statusMessage:
      firstText(attributes, SOURCES.statusMessage) ??
      (span.statusMessage || (level === "ERROR" ? lastException(span.events) : null)),
    version: firstText(attributes, [svc.VERSION]) ?? firstText(resource, [Otel.SERVICE_VERSION]),
    release: firstText(attributes, [svc.RELEASE]) ?? firstText(resource, [svc.RELEASE]),
    userId: firstText(attributes, SOURCES.userId) ?? decodedText(attributes, SOURCES.userIdInMetadata),
    sessionId: firstText(attributes, SOURCES.sessionId) ?? decodedText(attributes, SOURCES.sessionIdInMetadata),
    traceName: firstText(attributes, SOURCES.traceName),
    tags: JSON.stringify(traceTags(attributes)),
    public: flag(isTrue(firstValue(attributes, SOURCES.public))),
    bookmarked: 0,
    isRoot: flag(span.parentSpanId === null || isTrue(attributes.get(svc.IS_APP_ROOT))),
    completionStartTime,
    input,
    output,
    ...ofModel,
    promptName: isGeneration ? (firstText(attributes, SOURCES.promptName) ?? prompt?.name ?? null) : null,
    promptVersion: isGeneration ? integer(firstValue(attributes, SOURCES.promptVersion) ?? prompt?.version) : null,
    toolDefinitions: tools.definitions,
    toolCalls: tools.calls,
    publicKey: source.publicKey,
    sdkName: source.sdkName,
    sdkVersion: source.sdkVersion,
    isOpen: flag(span.endTime === null),
    hasInput: flag(input !== null),
    hasOutput: flag(output !== null),
    createdAt: now,
    updatedAt: now,
    metadata: JSON.stringify(Object.fromEntries(metadata)),
    experiment: experimentFields(attributes, place),
  };
}

type ModelFields = Pick<
  ObservationRecord,
  | "model"
  | "modelId"
  | "modelParameters"
  | "usageDetails"
  | "inputTokens"
  | "outputTokens"
  | "totalTokens"
  | "costDetails"
  | "inputCost"
  | "outputCost"
  | "totalCost"
  | "pricingTier"
>;

/** Returns the model, its usage and its cost. The cost is the one that the sender states, else the one by the price list. */
function modelFields(
  span: ReceivedSpan,
  metadata: ReadonlyMap<string, unknown>,
  { source, models }: ExportContext,
  problems: string[],
): ModelFields {
  const { attributes } = span;
  const isEnclosing = enclosesModelCalls(span);
  const name = isEnclosing ? null : modelName(attributes);
  const model = name === null ? undefined : models.find(source.projectId, name);
  const usage = isEnclosing ? {} : usageDetails(span, problems);
  const stated = isEnclosing ? {} : costDetails(attributes);
  const parameters = modelParameters(span);
  const isStated = Object.keys(stated).length > 0;
  const priced =
    model && !isStated
      ? priceOf(model, { usage, modelParameters: parseJson(parameters ?? "{}"), metadata })
      : undefined;
  const costs = priced?.costs ?? stated;
  return {
    model: name,
    modelId: model?.id ?? null,
    modelParameters: parameters,
    usageDetails: JSON.stringify(usage),
    inputTokens: tokenSum(usage, "input", problems),
    outputTokens: tokenSum(usage, "output", problems),
    totalTokens: usage["total"] ?? null,
    costDetails: JSON.stringify(costs),
    inputCost: sumOf(costs, "input"),
    outputCost: sumOf(costs, "output"),
    totalCost: totalCost(costs),
    pricingTier: priced?.tier ?? null,
  };
}

/** Returns the name of an AI SDK span: the function, if it has a name, and the operation. */
function aiSdkName(attributes: Attributes): string | null {
  const operation = firstText(attributes, [AiSdk.OPERATION_ID]);
  const owner = firstText(attributes, [AiSdk.FUNCTION_ID]);
  return operation !== null && owner !== null ? `${owner}:${operation}` : operation;
}

/** Returns the prompt that an application links to a call of the AI SDK. */
function aiSdkPrompt(attributes: Attributes): { name?: string; version?: unknown } | undefined {
  const prompt = firstJson(attributes, [AiSdkMetadata.PROMPT]);
  if (!isObject(prompt)) return undefined;
  const { name, version } = prompt;
  return { ...(typeof name === "string" && { name }), version };
}

/** Returns the time of the first part of the answer, from the first attribute that states how long it took. */
function firstChunk(attributes: Attributes, startTime: number, problems: string[]): number | null {
  const stated = TIME_TO_FIRST_CHUNK.find(([name]) => attributes.has(name));
  if (stated === undefined) return null;
  const [name, unitMs] = stated;
  const value = attributes.get(name);
  if (typeof value !== "number" || value < 0) return null;
  const time = startTime + Math.ceil(value * unitMs);
  if (time <= LAST_TIME_MS) return time;
  problems.push(`${name}: ${value * unitMs} ms after the start is after the year 9999, and is left out`);
  return null;
}

/** Returns true for a span around model calls. The spans of these calls already report model, usage and cost. */
function enclosesModelCalls(span: ReceivedSpan): boolean {
  const operation = textAttribute(span.attributes, GenAi.OPERATION_NAME) ?? "";
  return ENCLOSING_OPERATIONS.has(operation) || enclosesAiSdkCalls(span);
}

/** Returns a field that was sent as metadata. Like all metadata, it is JSON-encoded. */
function decodedText(attributes: Attributes, names: readonly string[]): string | null {
  const value = firstJson(attributes, names);
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

function timestamp(value: unknown): number | null {
  const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return time <= LAST_TIME_MS ? time : null;
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
