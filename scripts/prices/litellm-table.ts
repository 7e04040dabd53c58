import { namePattern } from "../../src/server/ingest/prices/model-names.ts";
import { readPattern } from "../../src/server/ingest/prices/pattern.ts";
import type { ListedModel, ListedTier, ModelFamily, Prices } from "../../src/server/ingest/prices/price-list.ts";

/** Model in LiteLLM's table: prices in US dollars, a field for each kind of unit and each condition. */
type TableEntry = Readonly<Record<string, unknown>>;

/** LiteLLM's table: models by name. */
export type PriceTable = Readonly<Record<string, TableEntry>>;

/** Providers of the table whose models a family of the price list takes, the decisive provider first. */
const PROVIDERS: Readonly<Record<ModelFamily, readonly string[]>> = {
  openai: ["openai"],
  anthropic: ["anthropic", "vertex_ai-anthropic_models"],
  google: ["gemini", "vertex_ai-language-models"],
  bedrock: ["bedrock_converse", "bedrock"],
  mistral: ["mistral"],
  cohere: ["cohere_chat", "cohere"],
  groq: ["groq"],
  cerebras: ["cerebras"],
  together: ["together_ai"],
  xai: ["xai"],
  deepseek: ["deepseek"],
  voyage: ["voyage"],
};

/** Prefix by which the table tells providers apart. The provider's own name of the model comes after it. */
const PREFIX = /^(openai|vertex_ai|gemini|mistral|cohere|groq|cerebras|together_ai|xai|deepseek|voyage)\//;

/** Entries that are not models under a name of their own: fine-tuned models, sizes of images, regions, price classes by size. */
const NOT_A_NAME = /^ft:|^(bedrock|low|medium|high|standard|hd|\d+-x-\d+)\/|^together-ai-/;

/** Fields of the table by kind. Only the prices of {@link BY_LENGTH} have fields for long inputs. */
const FIELDS: ReadonlyArray<readonly [kind: string, field: string]> = [
  ["input", "input_cost_per_token"],
  ["output", "output_cost_per_token"],
  ["input_cached_tokens", "cache_read_input_token_cost"],
  ["input_cached_audio_tokens", "cache_read_input_audio_token_cost"],
  ["input_cached_image_tokens", "cache_read_input_image_token_cost"],
  ["input_cache_creation", "cache_creation_input_token_cost"],
  ["input_cache_creation_1h", "cache_creation_input_token_cost_above_1hr"],
  ["input_cache_creation_12h", "cache_creation_input_token_cost_above_12hr"],
  ["input_audio_tokens", "input_cost_per_audio_token"],
  ["input_image_tokens", "input_cost_per_image_token"],
  ["input_video_tokens", "input_cost_per_video_token"],
  ["output_reasoning_tokens", "output_cost_per_reasoning_token"],
  ["output_audio_tokens", "output_cost_per_audio_token"],
  ["output_image_tokens", "output_cost_per_image_token"],
  ["output_video_tokens", "output_cost_per_video_token"],
  ["search_units", "input_cost_per_query"],
];

/** Service tiers by the end of the field. The most dear come first: a call has one of them. */
const SERVICES: ReadonlyArray<readonly [service: string, suffix: string]> = [
  ["ultrafast", "_ultrafast"],
  ["priority", "_priority"],
  ["flex", "_flex"],
  ["batch", "_batches"],
];

/** Field with the price of a long input, whose name states from which size on. */
const LONG = /^input_cost_per_token_above_(\d+)k_tokens/;

/** Providers whose long tier begins at the limit, not above it. */
const INCLUSIVE: ReadonlySet<unknown> = new Set(["xai"]);

/** Returns the models that have a price per token, by family and name. A name with two prices is left out of both families. */
export function listedModels(table: PriceTable, origin: Pick<ListedModel, "source" | "date">): ListedModel[] {
  const byName = new Map<string, ListedModel[]>();
  for (const family of Object.keys(PROVIDERS) as ModelFamily[]) {
    for (const [name, [key, entry]] of entriesOf(family, table)) {
      const prices = pricesOf(entry);
      if (prices === undefined) continue;
      const tiers = tiersOf(entry, prices);
      const row = {
        name,
        family,
        prices,
        ...(tiers.length > 0 && { tiers }),
        source: `${origin.source} ${key}`,
        date: origin.date,
      };
      byName.set(name, [...(byName.get(name) ?? []), row]);
    }
  }
  const rows = [...byName.values()].flatMap((same) =>
    new Set(same.map(priceText)).size === 1 ? same.slice(0, 1) : [],
  );
  return rows.filter((row) => !isVersion(row, rows));
}

/** Returns true for a version of another model in the list that has the same prices: the spellings of that name include it. */
function isVersion(row: ListedModel, rows: readonly ListedModel[]): boolean {
  return rows.some(
    (other) =>
      other.family === row.family &&
      other.name.length < row.name.length &&
      row.name.includes(other.name) &&
      priceText(other) === priceText(row) &&
      readPattern(namePattern(other.family, other.name)).test(row.name),
  );
}

/** Returns the text by which the prices of two rows are compared. */
export function priceText({ prices, tiers }: Pick<ListedModel, "prices" | "tiers">): string {
  return JSON.stringify([prices, tiers]);
}

/** Returns the entries of a family's models by the provider's name of the model. */
function entriesOf(family: ModelFamily, table: PriceTable): Map<string, [key: string, entry: TableEntry]> {
  const found = new Map<string, [string, TableEntry]>();
  for (const provider of PROVIDERS[family]) {
    for (const [key, entry] of Object.entries(table)) {
      const name = key.replace(PREFIX, "");
      if (entry["litellm_provider"] === provider && !NOT_A_NAME.test(key) && !found.has(name)) {
        found.set(name, [key, entry]);
      }
    }
  }
  return found;
}

/**
 * Returns the prices in US dollars per million units; undefined for a model that is paid by none of them. `ends` are the ends of the fields
 * for a tier, the most exact first. A tier's price of a kind that the table does not have is the standard one.
 */
function pricesOf(entry: TableEntry, ends: readonly string[] = [""]): Prices | undefined {
  const prices: Record<string, number> = {};
  for (const [kind, field] of FIELDS) {
    // A service tier with a price of the output has that price for thoughts too.
    const isThought = kind === "output_reasoning_tokens";
    const own =
      isThought && entry[`output_cost_per_token${ends.at(-2) ?? ""}`] !== undefined ? ends.slice(0, -1) : ends;
    const price = own.map((end) => entry[field + end]).find((value) => typeof value === "number");
    if (price !== undefined) prices[kind] = perMillion(price);
  }
  const search = entry["search_context_cost_per_query"] as Readonly<Record<string, number>> | undefined;
  const perSearch = search?.["search_context_size_medium"];
  if (perSearch !== undefined) prices["web_search_requests"] = perMillion(perSearch);
  return withOutput(prices, entry["mode"]);
}

/** Returns the prices with one for the output of a model that makes nothing but images; undefined when all prices are 0. */
function withOutput({ output, ...prices }: Record<string, number>, mode: unknown): Prices | undefined {
  const ofImages = mode === "image_generation" || mode === "image_edit" ? prices["output_image_tokens"] : undefined;
  const price = output || (ofImages ?? output);
  const all = price === undefined ? prices : { ...prices, output: price };
  return Object.entries(all).some(([kind, amount]) => amount > 0 && kind !== "web_search_requests") ? all : undefined;
}

function tiersOf(entry: TableEntry, standard: Prices): ListedTier[] {
  const fields = Object.keys(entry);
  const limits = [...new Set(fields.map((field) => LONG.exec(field)?.[1]))]
    .filter((limit) => limit !== undefined)
    .toSorted((a, b) => Number(b) - Number(a));
  const inclusive = INCLUSIVE.has(entry["litellm_provider"]) ? { includes: true as const } : {};
  const tiers: ListedTier[] = [];
  const add = (condition: Omit<ListedTier, "prices">, ends: readonly string[], like: Prices): void => {
    const prices = pricesOf(entry, ends);
    if (prices !== undefined && JSON.stringify(prices) !== JSON.stringify(like)) tiers.push({ ...condition, prices });
  };
  for (const [service, suffix] of SERVICES) {
    if (!fields.some((field) => field.endsWith(suffix))) continue;
    const before = tiers.length;
    for (const limit of limits) {
      const over = { over: Number(limit) * 1_000, ...inclusive };
      const long = `_above_${limit}k_tokens`;
      add({ service, ...over }, [long + suffix, long, suffix, ""], {});
    }
    add({ service }, [suffix, ""], tiers.length > before ? {} : standard);
  }
  for (const limit of limits) {
    const over = { over: Number(limit) * 1_000, ...inclusive };
    add(over, [`_above_${limit}k_tokens`, ""], {});
  }
  return tiers;
}

function perMillion(price: number): number {
  return Number((price * 1_000_000).toPrecision(9));
}
