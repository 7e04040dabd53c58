import * as GenAi from "../names/gen-ai.ts";

/** Amounts by kind, such as `input`, `input_cached_tokens` and `total`. No unit is in two of them, apart from `total`. */
export type UsageDetails = Record<string, number>;

/** Direction of tokens: to the model, or from it. */
export type Side = "input" | "output";

/** Kind of usage. */
export interface UsageKind {
  /** Name under which the amount is stored and priced. */
  readonly kind: string;
  /** Kind that it is a part of, and whose price it has when it has no price of its own. */
  readonly partOf?: string;
  readonly unit: "token" | "request" | "search unit" | "character" | "image" | "video" | "audio file";
  readonly meaning: string;
  /** Attribute of the GenAI conventions with the amount and all parts of it. */
  readonly attribute?: string;
}

/** Every kind of usage that has a meaning. A kind comes after the kind that it is a part of. */
export const USAGE_KINDS: readonly UsageKind[] = [
  { kind: "input", unit: "token", meaning: "Input without its parts", attribute: GenAi.USAGE_INPUT_TOKENS },
  {
    kind: "input_cached_tokens",
    partOf: "input",
    unit: "token",
    meaning: "Read from a cache",
    attribute: GenAi.USAGE_CACHE_READ_INPUT_TOKENS,
  },
  { kind: "input_cached_audio_tokens", partOf: "input_cached_tokens", unit: "token", meaning: "Sound from a cache" },
  { kind: "input_cached_image_tokens", partOf: "input_cached_tokens", unit: "token", meaning: "Images from a cache" },
  {
    kind: "input_cache_creation",
    partOf: "input",
    unit: "token",
    meaning: "Written to a cache, for 5 or 30 minutes",
    attribute: GenAi.USAGE_CACHE_WRITE_INPUT_TOKENS,
  },
  {
    kind: "input_cache_creation_1h",
    partOf: "input_cache_creation",
    unit: "token",
    meaning: "Written to a cache for an hour",
  },
  {
    kind: "input_cache_creation_12h",
    partOf: "input_cache_creation",
    unit: "token",
    meaning: "Written to a cache for 12 hours",
  },
  {
    kind: "input_audio_tokens",
    partOf: "input",
    unit: "token",
    meaning: "Sound",
    attribute: GenAi.USAGE_AUDIO_INPUT_TOKENS,
  },
  {
    kind: "input_image_tokens",
    partOf: "input",
    unit: "token",
    meaning: "Images",
    attribute: GenAi.USAGE_IMAGE_INPUT_TOKENS,
  },
  { kind: "input_video_tokens", partOf: "input", unit: "token", meaning: "Videos" },
  { kind: "input_connector_tokens", partOf: "input", unit: "token", meaning: "Results of Mistral's connectors" },
  { kind: "output", unit: "token", meaning: "Output without its parts", attribute: GenAi.USAGE_OUTPUT_TOKENS },
  {
    kind: "output_reasoning_tokens",
    partOf: "output",
    unit: "token",
    meaning: "Thoughts",
    attribute: GenAi.USAGE_REASONING_OUTPUT_TOKENS,
  },
  {
    kind: "output_audio_tokens",
    partOf: "output",
    unit: "token",
    meaning: "Sound",
    attribute: GenAi.USAGE_AUDIO_OUTPUT_TOKENS,
  },
  {
    kind: "output_image_tokens",
    partOf: "output",
    unit: "token",
    meaning: "Images",
    attribute: GenAi.USAGE_IMAGE_OUTPUT_TOKENS,
  },
  { kind: "output_video_tokens", partOf: "output", unit: "token", meaning: "Videos" },
  {
    kind: "output_accepted_prediction_tokens",
    partOf: "output",
    unit: "token",
    meaning: "Predicted tokens that were right",
  },
  {
    kind: "output_rejected_prediction_tokens",
    partOf: "output",
    unit: "token",
    meaning: "Predicted tokens that were wrong, and are paid",
  },
  { kind: "total", unit: "token", meaning: "All tokens: as stated, else the sum" },
  { kind: "web_search_requests", unit: "request", meaning: "Searches of the web" },
  { kind: "search_units", unit: "search unit", meaning: "Units in which Cohere counts a search or a reranking" },
  { kind: "inputCharacters", unit: "character", meaning: "Characters that Genkit counts" },
  { kind: "outputCharacters", unit: "character", meaning: "Characters that Genkit counts" },
  { kind: "inputImages", unit: "image", meaning: "Images that Genkit counts" },
  { kind: "outputImages", unit: "image", meaning: "Images that Genkit counts" },
  { kind: "inputVideos", unit: "video", meaning: "Videos that Genkit counts" },
  { kind: "outputVideos", unit: "video", meaning: "Videos that Genkit counts" },
  { kind: "inputAudioFiles", unit: "audio file", meaning: "Audio files that Genkit counts" },
  { kind: "outputAudioFiles", unit: "audio file", meaning: "Audio files that Genkit counts" },
];

const BY_KIND = new Map(USAGE_KINDS.map((row) => [row.kind, row]));

/** Attributes of the conventions that contain each kind: its own, and those of the kinds that it is a part of. */
const ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map(
  USAGE_KINDS.map(({ kind }) => [kind, withWholes(kind).flatMap((name) => BY_KIND.get(name)?.attribute ?? [])]),
);

/** Returns true for a kind that the table has. */
export function isKnownKind(kind: string): boolean {
  return BY_KIND.has(kind);
}

/** Returns true for a kind that counts tokens and is no total. Kinds that the table does not have count tokens of a side, by their names. */
export function countsTokens(kind: string): boolean {
  const known = BY_KIND.get(kind);
  return known === undefined ? sideOf(kind) !== undefined : known.unit === "token" && kind !== "total";
}

/** Returns the side that a kind belongs to, known or not; undefined if none. */
export function sideOf(kind: string): Side | undefined {
  if (kind === "input" || kind.startsWith("input_")) return "input";
  return kind === "output" || kind.startsWith("output_") ? "output" : undefined;
}

/** Returns a kind and the kinds that it is a part of, the smallest first. An unknown kind is a part of its side. */
export function withWholes(kind: string): string[] {
  const wholes = [kind];
  for (let whole = wholeOf(kind); whole !== undefined; whole = wholeOf(whole)) wholes.push(whole);
  return wholes;
}

function wholeOf(kind: string): string | undefined {
  const known = BY_KIND.get(kind);
  return known === undefined ? sideOf(kind) : known.partOf;
}

/** Returns the sum of the amounts of a side, of tokens or of costs; undefined when there is no kind of the side. */
export function sumOfSide(details: Readonly<Record<string, number>>, side: Side): number | undefined {
  let sum: number | undefined;
  for (const kind in details) if (sideOf(kind) === side) sum = (sum ?? 0) + details[kind]!;
  return sum;
}

/** Returns the sum of the kinds of the table that count tokens, which the total cannot be less than. */
export function sumOfTokens(details: UsageDetails): number {
  let sum = 0;
  for (const kind in details) if (isKnownKind(kind) && countsTokens(kind)) sum += details[kind]!;
  return sum;
}

/** Returns the amounts by the attributes of the GenAI conventions, in which a whole contains its parts. */
export function usageAttributes(details: UsageDetails): Record<string, number> {
  const attributes: Record<string, number> = {};
  for (const kind in details) {
    const names = ATTRIBUTES.get(kind) ?? (sideOf(kind) && ATTRIBUTES.get(sideOf(kind)!));
    for (const name of names ?? []) attributes[name] = (attributes[name] ?? 0) + details[kind]!;
  }
  return attributes;
}
