import type { ObservationRecord } from "../../observations/observation-record.ts";
import { isObject, parseJson } from "../../http/json.ts";
import { MetadataKeys } from "../mapping/attributes/attribute-names.ts";
import { isOwnTracer } from "../mapping/attributes/producer-words.ts";
import { CALL_TYPES, type CountedCall } from "./repeated-calls.ts";

/** Path in the metadata of an observation that gave way, with the ids of those that count in its place. */
const COUNTED_IN: string = `${MetadataKeys.COUNTED_IN}.observations`;

/** Path of the value that an engine reads as `before`. */
export const BEFORE_PATH: string = `${MetadataKeys.COUNTED_IN}.before`;

/** Columns that an engine reads for the decision about an observation. */
export interface CallRow
  extends
    Pick<ObservationRecord, "id" | "parentObservationId" | "type" | "model" | "inputTokens" | "outputTokens">,
    Record<"hasInput" | "hasOutput", number> {
  /** Name of the span's scope, as JSON text; null without one. */
  scope: string | null;
  /** What an observation that gave way was before, as JSON text of JSON text; null for any other. */
  before: string | null;
}

/** Path of the value that an engine reads as `scope`. */
export const SCOPE_PATH = "scope.name";

/** Returns true for an observation about which something is to be decided. */
export function isCounted({ type, totalTokens }: Pick<ObservationRecord, "type" | "totalTokens">): boolean {
  return CALL_TYPES.includes(type) || (totalTokens ?? 0) > 0;
}

/** Returns true for an observation of this service's SDKs. */
export function isOwn({ metadata }: Pick<ObservationRecord, "metadata">): boolean {
  const name = /"scope\.name":"([^"]*)"/.exec(metadata)?.[1];
  return name !== undefined && isOwnTracer(name);
}

/** Returns a row as the decision reads it. */
export function countedCall({ hasInput, hasOutput, scope, before, ...row }: CallRow): CountedCall {
  const earlier = before === null ? undefined : parseJson(String(parseJson(before)));
  return {
    ...row,
    ...(isObject(earlier) && (earlier as Partial<CountedCall>)),
    hasContent: hasInput + hasOutput > 0,
    isOwn: scope !== null && isOwnTracer(String(parseJson(scope))),
    isStep: earlier !== undefined,
  };
}

/** Fields of an observation that gives way: a plain step without model, usage and cost. */
export const STEP_FIELDS: Readonly<Record<string, string | null>> = {
  model: null,
  modelId: null,
  usageDetails: "{}",
  inputTokens: null,
  outputTokens: null,
  totalTokens: null,
  costDetails: "{}",
  inputCost: null,
  outputCost: null,
  totalCost: null,
  pricingTier: null,
  promptName: null,
  promptVersion: null,
} satisfies Partial<ObservationRecord>;

/** Returns the type of an observation that gives way. Agents and other steps keep theirs. */
export function stepType(type: ObservationRecord["type"]): ObservationRecord["type"] {
  return CALL_TYPES.includes(type) ? "SPAN" : type;
}

/** Returns the metadata that an observation that gives way gets: the ids of those that count in its place, and what it was before. */
export function stepMetadata(call: CountedCall, countedIn: readonly string[]): Record<string, unknown> {
  const { type, model, inputTokens, outputTokens } = call;
  return { [COUNTED_IN]: countedIn, [BEFORE_PATH]: JSON.stringify({ type, model, inputTokens, outputTokens }) };
}
