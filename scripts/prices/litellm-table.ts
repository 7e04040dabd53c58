import { namePattern } from "../../src/server/ingest/prices/model-names.ts";
import { readPattern } from "../../src/server/ingest/prices/pattern.ts";
import type { ListedModel, ModelFamily, Prices } from "../../src/server/ingest/prices/price-list.ts";

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

/** Fields of the table by kind of token. */
const FIELDS: Readonly<Record<keyof Prices, string>> = {
  input: "input_cost_per_token",
  output: "output_cost_per_token",
  cached: "cache_read_input_token_cost",
  cacheWrite: "cache_creation_input_token_cost",
  cacheWriteHour: "cache_creation_input_token_cost_above_1hr",
  inputAudio: "input_cost_per_audio_token",
  outputAudio: "output_cost_per_audio_token",
  reasoning: "output_cost_per_reasoning_token",
};

/** Field with the price of a long input, whose name states from which size on. */
const LONG = /^input_cost_per_token_above_(\d+)k_tokens$/;

/** Returns the models that have a price per token, by family and name. A name with two prices is left out of both families. */
export function listedModels(table: PriceTable, origin: Pick<ListedModel, "source" | "date">): ListedModel[] {
  const byName = new Map<string, ListedModel[]>();
  for (const family of Object.keys(PROVIDERS) as ModelFamily[]) {
    for (const [name, [key, entry]] of entriesOf(family, table)) {
      const prices = pricesOf(entry);
      if (prices === undefined) continue;
      const row = { name, family, prices, ...longPrices(entry), source: `${origin.source} ${key}`, date: origin.date };
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
      row.name.startsWith(other.name) &&
      priceText(other) === priceText(row) &&
      readPattern(namePattern(other.family, other.name)).test(row.name),
  );
}

/** Returns the text by which the prices of two rows are compared. */
export function priceText({ prices, long }: Pick<ListedModel, "prices" | "long">): string {
  return JSON.stringify([prices, long]);
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

/** Returns the prices in US dollars per million tokens; undefined for a model that is not paid by the token. */
function pricesOf(entry: TableEntry, condition = ""): Prices | undefined {
  const prices: Partial<Record<keyof Prices, number>> = {};
  for (const [kind, field] of Object.entries(FIELDS) as Array<[keyof Prices, string]>) {
    const price = entry[field + condition];
    if (typeof price === "number") prices[kind] = Number((price * 1_000_000).toPrecision(9));
  }
  const { input, output = 0 } = prices;
  return input === undefined || (input === 0 && output === 0) ? undefined : { ...prices, input, output };
}

function longPrices(entry: TableEntry): Pick<ListedModel, "long"> {
  for (const field of Object.keys(entry)) {
    const thousands = LONG.exec(field)?.[1];
    const prices = thousands === undefined ? undefined : pricesOf(entry, `_above_${thousands}k_tokens`);
    if (prices !== undefined) return { long: { over: Number(thousands) * 1_000, prices } };
  }
  return {};
}
