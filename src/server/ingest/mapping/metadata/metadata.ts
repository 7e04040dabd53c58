import { SvcOtelSpanAttributes as svc, decodeMetadataValue, flattenMetadata } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { isObject, parseContent } from "../../../http/json.ts";
import type { Attributes, ReceivedSpan } from "../../otlp/otlp-span.ts";
import { AiSdk, AiSdkMetadata, Llm, SvcLocal, SvcOlder } from "../attributes/attribute-names.ts";
import { isOwnTracer } from "../attributes/producer-words.ts";
import { recordedExceptions } from "./exceptions.ts";
import { isInputOutputAttribute } from "../input-output/input-output.ts";
import type { MetadataBudget } from "./metadata-budget.ts";
import { NameCache } from "../attributes/name-cache.ts";

/** Attributes of one kind of metadata: names that hold a whole object as JSON, and prefixes of single keys. */
interface MetadataSource {
  readonly whole: readonly string[];
  readonly prefixes: readonly string[];
}

const OBSERVATION: MetadataSource = {
  whole: [svc.OBSERVATION_METADATA, SvcOlder.METADATA, Llm.METADATA],
  prefixes: [`${svc.OBSERVATION_METADATA}.`, `${SvcOlder.METADATA}.`, AiSdk.METADATA],
};

const TRACE: MetadataSource = { whole: [svc.TRACE_METADATA], prefixes: [`${svc.TRACE_METADATA}.`] };

/** Metadata of the AI SDK that became fields of the observation. */
const FIELDS = new Set<string>(Object.values(AiSdkMetadata));

/**
 * Attributes that are neither metadata nor shown anywhere: input and output of a trace, which are those of the root observation, and
 * large texts of producers that repeat a request, an answer or the types of other attributes.
 */
const LEFT_OUT = new Set<string>([
  svc.TRACE_INPUT,
  svc.TRACE_OUTPUT,
  ...OBSERVATION.whole,
  ...TRACE.whole,
  "hidden_params",
  "logfire.json_schema",
  "mastra.metadata.body",
  "model_request_parameters",
]);

/** Values that the metadata of a span depends on beside the span. */
interface MetadataContext {
  metadataBudget: MetadataBudget;
  decodesMetadata: boolean;
  /** True for a span with an input. Instructions are part of it; without an input they are metadata. */
  hasInput: boolean;
}

/**
 * Returns the metadata of one span as dotted paths. Later kinds replace top-level keys of earlier ones: attributes of spans
 * that other tracers made, the resource, the scope, recorded exceptions, observation metadata, trace metadata. Throws
 * `RefusedExport` when the budget of the export is spent. With `decodesMetadata` false, the text of an attribute stays unchanged:
 * rule 6.
 * Contract: "Server-side reading of encoded values", rules 1 to 4.
 */
export function spanMetadata(
  span: ReceivedSpan,
  { metadataBudget, decodesMetadata, hasInput }: MetadataContext,
): Map<string, unknown> {
  const own = ownMetadata(span.attributes, decodesMetadata);
  const entries = [...originOf(span, hasInput).filter(([, , top]) => !own.has(top)), ...own] as Array<
    [string, unknown]
  >;
  metadataBudget.spend(entries);
  return flattenMetadata(entries);
}

/** Leaf of the metadata about a span's origin: its path, its value and its top-level key. */
type OriginLeaf = [path: string, value: unknown, top: string];

/** Cache of the leaves of resource and scope by scope object. All spans of a group share one scope object and one resource. */
const origins = new WeakMap<ReceivedSpan["scope"], OriginLeaf[]>();

function originOf({ attributes, events, resource, scope }: ReceivedSpan, hasInput: boolean): OriginLeaf[] {
  if (attributes.get(SvcLocal.EXPORTED) === true) return [];
  let shared = origins.get(scope);
  if (shared === undefined) {
    const { name, version } = scope;
    shared = [
      ...leavesOf("resourceAttributes", Object.fromEntries(resource)),
      ...leavesOf("scope", { name, version, attributes: Object.fromEntries(scope.attributes) }),
    ];
    origins.set(scope, shared);
  }
  const own = isOwnTracer(scope.name) ? [] : leavesOf("attributes", otherAttributes(attributes, hasInput));
  return own.length === 0 && events.length === 0 ? shared : [...own, ...shared, ...exceptionsOf(events)];
}

/** Returns the fields of the last exception. For several exceptions, it adds a list of all. */
function exceptionsOf(events: ReceivedSpan["events"]): OriginLeaf[] {
  const all = recordedExceptions(events);
  if (all.length === 0) return [];
  return [...leavesOf("exception", all.at(-1)), ...(all.length > 1 ? leavesOf("exceptions", all) : [])];
}

function leavesOf(top: string, value: unknown): OriginLeaf[] {
  return [...flattenMetadata([[top, value]])].map(([path, leaf]) => [path, leaf, top]);
}

/**
 * Returns the metadata that the application wrote, by top-level key. Metadata of the trace replaces metadata of the
 * observation.
 */
function ownMetadata(attributes: Attributes, decodes: boolean): Map<string, unknown> {
  const own = new Map<string, unknown>(wholeObject(attributes, OBSERVATION.whole));
  const ofTrace = wholeObject(attributes, TRACE.whole);
  for (const [name, value] of attributes) {
    const place = places.get(name);
    if (place === undefined) continue;
    const read = decodes ? decodeMetadataValue(value) : value;
    if (place.isOfTrace) ofTrace.push([place.key, read]);
    else own.set(place.key, read);
  }
  for (const [key, value] of ofTrace) own.set(key, value);
  return own;
}

interface Place {
  key: string;
  isOfTrace: boolean;
}

/** Cache of attribute names, which recur with every span. */
const places = new NameCache(findPlace);

/** Returns the metadata key that an attribute holds; undefined for an attribute that is not metadata. */
function findPlace(name: string): Place | undefined {
  if (FIELDS.has(name)) return undefined;
  const source = [OBSERVATION, TRACE].find(({ prefixes }) => prefixes.some((prefix) => name.startsWith(prefix)));
  const prefix = source?.prefixes.find((candidate) => name.startsWith(candidate));
  return source && prefix ? { key: name.slice(prefix.length), isOfTrace: source === TRACE } : undefined;
}

/** Returns the entries of the first of these attributes that is present; empty when its value is not an object. */
function wholeObject(attributes: Attributes, names: readonly string[]): Array<[key: string, value: unknown]> {
  const name = names.find((candidate) => attributes.has(candidate));
  const value = name === undefined ? undefined : attributes.get(name);
  const decoded = typeof value === "string" ? parseContent(value) : undefined;
  if (isObject(decoded)) return Object.entries(decoded);
  // A name without a namespace can have any value.
  return name === Llm.METADATA ? [[name, value]] : [];
}

function otherAttributes(attributes: Attributes, hasInput: boolean): Record<string, unknown> {
  const kept = [...attributes].filter(([name, value]) => {
    if (name === GenAi.SYSTEM_INSTRUCTIONS) return !hasInput;
    return others.get(name) && !isVectors(name, value);
  });
  return Object.fromEntries(kept);
}

/** Returns true for the vectors that Pydantic AI writes beside the texts of embeddings. */
function isVectors(name: string, value: unknown): boolean {
  return name === "embeddings" && typeof value === "string" && value.startsWith("[[");
}

/** Cache of the attributes that have no other meaning, and are metadata of other tracers' spans. */
const others = new NameCache(
  (name) => !LEFT_OUT.has(name) && findPlace(name) === undefined && !FIELDS.has(name) && !isInputOutputAttribute(name),
);
