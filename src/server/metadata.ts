import { SVC_TRACER_NAME, SvcOtelSpanAttributes as svc, decodeMetadataValue, flattenMetadata } from "@svc/core";
import { AiSdk, AiSdkMetadata, SvcLocal, SvcOlder } from "./attribute-names.ts";
import { isInputOutputAttribute } from "./input-output.ts";
import { isObject, parseJson } from "./json.ts";
import type { MetadataBudget } from "./metadata-budget.ts";
import type { Attributes, ReceivedSpan } from "./otlp-span.ts";

/** Where one kind of metadata stands: names that hold a whole object as JSON, and prefixes of single keys. */
interface MetadataSource {
  readonly whole: readonly string[];
  readonly prefixes: readonly string[];
}

const OBSERVATION: MetadataSource = {
  whole: [svc.OBSERVATION_METADATA, SvcOlder.METADATA],
  prefixes: [`${svc.OBSERVATION_METADATA}.`, `${SvcOlder.METADATA}.`, AiSdk.METADATA],
};

const TRACE: MetadataSource = { whole: [svc.TRACE_METADATA], prefixes: [`${svc.TRACE_METADATA}.`] };

/** Metadata of the AI SDK that became fields of the observation. */
const FIELDS = new Set<string>(Object.values(AiSdkMetadata));

/** Attributes that are neither metadata nor shown anywhere: trace input and output are those of the root observation. */
const LEFT_OUT = new Set<string>([svc.TRACE_INPUT, svc.TRACE_OUTPUT, ...OBSERVATION.whole, ...TRACE.whole]);

const PREFIXES = [...OBSERVATION.prefixes, ...TRACE.prefixes];

/**
 * The metadata of one span as dotted paths. Later kinds replace top-level keys of earlier ones: attributes of spans that
 * other tracers made, the resource, the scope, observation metadata, trace metadata.
 * Throws `RefusedExport` when the budget of the export is spent. Without `decodes`, the text of an attribute stays as it is:
 * rule 6.
 * Contract: "Server-side reading of encoded values", rules 1 to 4.
 */
export function spanMetadata(
  { attributes, resource, scope }: ReceivedSpan,
  budget: MetadataBudget,
  decodes: boolean,
): Map<string, unknown> {
  const entries = new Map<string, unknown>();
  if (attributes.get(SvcLocal.EXPORTED) !== true) addOrigin(entries, { attributes, resource, scope });
  collect(attributes, OBSERVATION, entries, decodes);
  collect(attributes, TRACE, entries, decodes);
  budget.spend(entries);
  return flattenMetadata(entries);
}

/** Where the span comes from, and what it says beside what has a place of its own. */
function addOrigin(
  entries: Map<string, unknown>,
  { attributes, resource, scope }: Pick<ReceivedSpan, "attributes" | "resource" | "scope">,
): void {
  if (!scope.name.startsWith(SVC_TRACER_NAME)) entries.set("attributes", otherAttributes(attributes));
  entries.set("resourceAttributes", Object.fromEntries(resource));
  entries.set("scope", {
    name: scope.name,
    version: scope.version,
    attributes: Object.fromEntries(scope.attributes),
  });
}

function collect(
  attributes: Attributes,
  { whole, prefixes }: MetadataSource,
  entries: Map<string, unknown>,
  decodes: boolean,
): void {
  for (const [key, value] of wholeObject(attributes, whole)) entries.set(key, value);
  for (const [name, value] of attributes) {
    const prefix = prefixes.find((candidate) => name.startsWith(candidate));
    if (prefix !== undefined && !FIELDS.has(name))
      entries.set(name.slice(prefix.length), decodes ? decodeMetadataValue(value) : value);
  }
}

/** The keys of the first of these attributes that is there; a value that is no object has no keys. */
function wholeObject(attributes: Attributes, names: readonly string[]): Array<[key: string, value: unknown]> {
  const value = names.map((name) => attributes.get(name)).find((candidate) => candidate !== undefined);
  const decoded = typeof value === "string" ? parseJson(value) : undefined;
  return isObject(decoded) ? Object.entries(decoded) : [];
}

function otherAttributes(attributes: Attributes): Record<string, unknown> {
  return Object.fromEntries([...attributes].filter(([name]) => isOther(name)));
}

function isOther(name: string): boolean {
  return !LEFT_OUT.has(name) && !PREFIXES.some((prefix) => name.startsWith(prefix)) && !isInputOutputAttribute(name);
}
