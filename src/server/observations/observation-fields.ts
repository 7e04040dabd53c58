import { isoTime, isoTimeOrNull } from "../http/iso-time.ts";
import { isObject, parseContent, parseJson } from "../http/json.ts";
import { splitList } from "../http/split-list.ts";
import { type Model, defaultTier } from "../resources/models.ts";
import type { ObservationRow } from "./observation-record.ts";

/** Most characters of a metadata value in an answer to a request that did not ask for the whole value. */
const METADATA_CUT = 200;

/** Field groups that a reader asked for. */
export interface FieldSelection {
  groups: ReadonlySet<string>;
  /** Metadata keys whose values are given in full. */
  expandMetadata: ReadonlySet<string>;
}

/** Finds an entry of the price list by its id. */
export type FindModel = (id: string) => Model | undefined;

type ReadField = (observation: ObservationRow, selection: FieldSelection, findModel: FindModel) => unknown;

/** Returns the reader of a price: the price of the default tier, as decimal text. Only for requests with the `model` group. */
const price =
  (kind: string): ReadField =>
  ({ modelId }, { groups }, findModel) => {
    const model = modelId === null || !groups.has("model") ? undefined : findModel(modelId);
    const amount = model && defaultTier(model).prices[kind];
    return amount === undefined ? null : decimalText(amount);
  };

/** Field groups of an observation, with a function that reads each field from the stored record. */
const FIELD_GROUPS: Readonly<Record<string, Readonly<Record<string, ReadField>>>> = {
  core: {
    id: (o) => o.id,
    traceId: (o) => o.traceId,
    startTime: (o) => isoTime(o.startTime),
    endTime: (o) => isoTime(o.endTime),
    projectId: (o) => o.projectId,
    parentObservationId: (o) => o.parentObservationId,
    type: (o) => o.type,
    modelId: (o, { groups }) => (groups.has("model") ? o.modelId : null),
    inputPrice: price("input"),
    outputPrice: price("output"),
    totalPrice: price("total"),
  },
  basic: {
    name: (o) => o.name,
    level: (o) => o.level,
    statusMessage: (o) => o.statusMessage,
    version: (o) => o.version,
    environment: (o) => o.environment,
    bookmarked: (o) => o.bookmarked === 1,
    public: (o) => o.public === 1,
    userId: (o) => o.userId,
    sessionId: (o) => o.sessionId,
    isRootObservation: (o) => o.isRoot === 1,
  },
  time: {
    completionStartTime: (o) => isoTimeOrNull(o.completionStartTime),
    createdAt: (o) => isoTime(o.createdAt),
    updatedAt: (o) => isoTime(o.updatedAt),
  },
  io: {
    input: (o) => o.input,
    output: (o) => o.output,
  },
  metadata: {
    metadata: (o, selection) => readMetadata(o.metadata, selection),
  },
  model: {
    providedModelName: (o) => o.model,
    internalModelId: (o) => o.modelId,
    modelParameters: (o) => (o.modelParameters === null ? null : parseContent(o.modelParameters)),
  },
  usage: {
    usageDetails: (o) => parseJson(o.usageDetails),
    costDetails: (o) => parseJson(o.costDetails),
    totalCost: (o) => o.totalCost,
    usagePricingTierName: (o) => o.pricingTier,
  },
  prompt: {
    promptId: (o) => o.promptId ?? null,
    promptName: (o) => o.promptName,
    promptVersion: (o) => o.promptVersion,
  },
  metrics: {
    latency: (o) => seconds(o.startTime, o.endTime),
    timeToFirstToken: (o) => (o.completionStartTime === null ? null : seconds(o.startTime, o.completionStartTime)),
  },
  trace_context: {
    traceName: (o) => o.traceName ?? (o.isRoot === 1 ? o.name : null),
    tags: (o) => parseJson(o.tags),
    release: (o) => o.release,
  },
};

/** The same, as lists. */
const FIELDS_OF_GROUPS = new Map(
  Object.entries(FIELD_GROUPS).map(([group, fields]) => [group, Object.entries(fields)]),
);

/** Returns the seconds between two times; null when the second lies before the first, as after a clock was set back. */
function seconds(from: number, to: number): number | null {
  return to < from ? null : (to - from) / 1000;
}

const ALWAYS = ["core"];
const DEFAULT = ["core", "basic"];

/**
 * Returns the groups of a comma-separated list, always with `core`. Ignores unknown names. Without a list: `core` and `basic`.
 */
export function selectGroups(fields: string | undefined): ReadonlySet<string> {
  const named = splitList(fields).filter((name) => Object.hasOwn(FIELD_GROUPS, name));
  return new Set(fields ? [...ALWAYS, ...named] : DEFAULT);
}

/** Returns an observation as the API shows it. */
export function selectFields(
  observation: ObservationRow,
  selection: FieldSelection,
  findModel: FindModel = () => undefined,
): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const group of selection.groups) {
    for (const [field, read] of FIELDS_OF_GROUPS.get(group) ?? []) {
      shown[field] = read(observation, selection, findModel);
    }
  }
  return shown;
}

function readMetadata(stored: string | undefined, { groups, expandMetadata }: FieldSelection): unknown {
  const metadata = parseContent(stored ?? "{}");
  if (groups.has("io") || !isObject(metadata)) return metadata;
  const entries = Object.entries(metadata);
  return Object.fromEntries(
    entries.map(([path, value]) => [path, isExpanded(path, expandMetadata) ? value : cut(value)]),
  );
}

/** Returns true when the path is expanded: a key stands for itself and for everything below it. */
function isExpanded(path: string, expanded: ReadonlySet<string>): boolean {
  return expanded.has(path) || [...expanded].some((key) => path.startsWith(`${key}.`));
}

function cut(value: unknown): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > METADATA_CUT ? text.slice(0, METADATA_CUT) : value;
}

/** Formats a number without an exponent: `0.0000025`, not `2.5e-6`. */
function decimalText(amount: number): string {
  const [digits = "", exponent = "0"] = String(amount).split("e");
  if (Number(exponent) >= 0) return String(amount);
  const [whole = "", fraction = ""] = digits.split(".");
  return `0.${"0".repeat(-Number(exponent) - whole.length)}${whole}${fraction}`;
}
