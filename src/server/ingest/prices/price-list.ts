import list from "./price-list.json" with { type: "json" };

/** Providers whose names of models are spelled alike: with the same prefixes of gateways, and the same suffixes of versions. */
export type ModelFamily =
  | "openai"
  | "anthropic"
  | "google"
  | "bedrock"
  | "mistral"
  | "cohere"
  | "groq"
  | "cerebras"
  | "together"
  | "xai"
  | "deepseek"
  | "voyage";

/** US dollars per million tokens. */
export interface Prices {
  readonly input: number;
  readonly output: number;
  /** Input read from a cache. */
  readonly cached?: number;
  /** Input written to a cache, for the time that the provider sets by default. */
  readonly cacheWrite?: number;
  /** Input written to a cache for an hour. */
  readonly cacheWriteHour?: number;
  readonly inputAudio?: number;
  readonly outputAudio?: number;
  readonly reasoning?: number;
}

/** Model of the price list. */
export interface ListedModel {
  /** Name that the provider gives the model. */
  readonly name: string;
  readonly family: ModelFamily;
  readonly prices: Prices;
  /** Prices of calls with more than `over` input tokens. */
  readonly long?: { readonly over: number; readonly prices: Prices };
  /** Table that states the price, its version, and the model's name in it. */
  readonly source: string;
  /** Day on which the price was read from the source, as `YYYY-MM-DD`. */
  readonly date: string;
}

/** Prices of models as a published table states them. `npm run prices` writes the list and checks it. */
export const PRICE_LIST = list as readonly ListedModel[];
