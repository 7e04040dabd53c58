import { sumOfSide, SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { isObject } from "../../http/json.ts";
import type { Flag, ObservationRecord } from "../../observations/observation-record.ts";
import type { ObservationType } from "../../observations/observation-type.ts";
import type { Attributes, ReceivedSpan } from "../otlp/otlp-span.ts";
import type { ModelMatcher } from "../prices/model-matcher.ts";
import type { SpanSource } from "../span-source.ts";
import {
  AiSdk,
  AiSdkMetadata,
  Genkit,
  Haystack,
  LangSmith,
  Llm,
  Logfire,
  Mastra,
  MetadataKeys,
  Otel,
  SvcOlder,
  Traceloop,
  asMetadata,
} from "./attributes/attribute-names.ts";
import { firstJson, firstText, firstValue } from "./attributes/attribute-reading.ts";
import { type CallCost, callCost } from "./usage/call-cost.ts";
import { environmentOf } from "./environment-name.ts";
import { enclosesModelCalls } from "./enclosing-spans.ts";
import { firstTokenTime } from "./first-token.ts";
import { inKnownWords } from "./attributes/producer-words.ts";
import { lastException } from "./metadata/exceptions.ts";
import { experimentFields } from "./experiment-fields.ts";
import { inputOutput } from "./input-output/input-output.ts";
import { observationLevel } from "./observation-level-rules.ts";
import type { MetadataBudget } from "./metadata/metadata-budget.ts";
import { spanMetadata } from "./metadata/metadata.ts";
import { modelName, modelParameters } from "./usage/model.ts";
import { toolNames } from "./input-output/tools.ts";
import { traceTags } from "./trace-tags.ts";
import { namesModelOfCall, observationType } from "./observation-type-rules.ts";
import { tokenSum, usageDetails } from "./usage/usage-details.ts";

/** Attributes of each plain field. The first attribute present is used. */
const SOURCES = {
  name: [Genkit.NAME, Logfire.MESSAGE, AiSdk.TOOL_CALL_NAME, Haystack.COMPONENT_NAME],
  /** A call of a model that asks for a tool names the tool, too: these name a tool only. */
  toolName: [GenAi.TOOL_NAME, Llm.TOOL_NAME, Haystack.TOOL_NAME],
  statusMessage: [svc.OBSERVATION_STATUS_MESSAGE],
  userId: [svc.COMPAT_USER_ID, svc.TRACE_USER_ID],
  userIdInMetadata: [
    ...asMetadata(MetadataKeys.USER_ID),
    AiSdkMetadata.USER_ID,
    Traceloop.USER_ID,
    LangSmith.USER_ID,
    Mastra.USER_ID,
    Mastra.RESOURCE_ID,
    Llm.USER,
  ],
  sessionId: [svc.COMPAT_SESSION_ID, svc.TRACE_SESSION_ID, GenAi.CONVERSATION_ID],
  sessionIdInMetadata: [
    ...asMetadata(MetadataKeys.SESSION_ID),
    AiSdkMetadata.SESSION_ID,
    Traceloop.SESSION_ID,
    LangSmith.SESSION_ID,
    LangSmith.THREAD_ID,
    LangSmith.CONVERSATION_ID,
    Mastra.SESSION_ID,
    Mastra.THREAD_ID,
  ],
  traceName: [svc.TRACE_NAME],
  public: [svc.TRACE_PUBLIC, SvcOlder.PUBLIC],
  promptName: [svc.OBSERVATION_PROMPT_NAME, SvcOlder.PROMPT_NAME],
  promptVersion: [svc.OBSERVATION_PROMPT_VERSION, SvcOlder.PROMPT_VERSION],
} satisfies Record<string, string[]>;

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
export function toObservation(received: ReceivedSpan, context: ExportContext): ObservationRecord {
  const { source, now } = context;
  const span = inKnownWords(received);
  const { attributes, resource } = span;
  const type = observationType(span);
  const { input, output } = inputOutput(span, type);
  const tools = toolNames(attributes, input, output);
  const metadata = spanMetadata(span, { ...context, hasInput: input !== null });
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
  const completionStartTime = firstTokenTime(span, place.startTime, problems);
  const ofModel = modelFields(span, type, metadata, context, problems);
  if (problems.length > 0 && !metadata.has(MetadataKeys.PROBLEMS)) metadata.set(MetadataKeys.PROBLEMS, problems);
  return {
    ...place,
    parentObservationId: span.parentSpanId,
    type,
    name:
      (type === "TOOL" ? firstText(attributes, SOURCES.toolName) : null) ??
      firstText(attributes, SOURCES.name) ??
      aiSdkName(attributes) ??
      span.name,
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

const NO_COST: CallCost = { costs: {}, total: null, tier: null };

/** Returns the model, its usage and its cost. The cost is the one that the sender states, else the one by the price list. */
function modelFields(
  span: ReceivedSpan,
  type: ObservationType,
  metadata: ReadonlyMap<string, unknown>,
  { source, models }: ExportContext,
  problems: string[],
): ModelFields {
  const { attributes } = span;
  const isEnclosing = enclosesModelCalls(span, type);
  const isPlain = type === "SPAN" && attributes.has(Llm.MODEL) && !namesModelOfCall(attributes, span.name);
  const name = isEnclosing || isPlain ? null : modelName(attributes);
  const model = name === null ? undefined : models.find(source.projectId, name);
  const others = problems.length;
  const usage = isEnclosing ? {} : usageDetails(span, problems);
  // A usage with a wrong value has no price: nobody knows what is right. SDKs report such values in the metadata.
  const isDoubtful = problems.length > others || metadata.has(MetadataKeys.PROBLEMS);
  const parameters = modelParameters(span);
  const priced = isDoubtful ? undefined : model;
  const { costs, total, tier } = isEnclosing
    ? NO_COST
    : callCost({ attributes, model: priced, usage, parameters, metadata });
  return {
    model: name,
    modelId: model?.id ?? null,
    modelParameters: parameters,
    usageDetails: JSON.stringify(usage),
    inputTokens: tokenSum(usage, "input", problems),
    outputTokens: tokenSum(usage, "output", problems),
    totalTokens: usage["total"] ?? null,
    costDetails: JSON.stringify(costs),
    inputCost: sumOfSide(costs, "input") ?? null,
    outputCost: sumOfSide(costs, "output") ?? null,
    totalCost: total,
    pricingTier: tier,
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

/** Returns a field that was sent as metadata. Like all metadata, it is JSON-encoded. */
function decodedText(attributes: Attributes, names: readonly string[]): string | null {
  const value = firstJson(attributes, names);
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
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
