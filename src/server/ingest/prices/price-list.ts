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

/** US dollars per million units, by kind of usage. A kind that is missing has the price of the kind that it is a part of. */
export type Prices = Readonly<Record<string, number>>;

/** Prices of calls with a service tier, or with more input than a limit. */
export interface ListedTier {
  readonly service?: string;
  /** Input tokens that a call must have more of; as many or more where `includes` is true. */
  readonly over?: number;
  readonly includes?: true;
  readonly prices: Prices;
}

/** Model of the price list. */
export interface ListedModel {
  /** Name that the provider gives the model. */
  readonly name: string;
  readonly family: ModelFamily;
  readonly prices: Prices;
  /** Tiers with other prices. The first whose condition holds is used. */
  readonly tiers?: readonly ListedTier[];
  /** Table that states the price, its version, and the model's name in it. */
  readonly source: string;
  /** Day on which the price was read from the source, as `YYYY-MM-DD`. */
  readonly date: string;
}

/** Prices of models as a published table states them. `npm run prices` writes the list and checks it. */
export const PRICE_LIST = list as readonly ListedModel[];
