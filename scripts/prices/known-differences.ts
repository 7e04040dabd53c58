import { JUDGED_USAGES } from "./judged-usages.ts";

/** Costs that differ from those of LiteLLM, and why they do. */
export interface KnownDifference {
  /** Names of the models in LiteLLM's table. */
  readonly models: RegExp;
  readonly usages: readonly string[];
  readonly reason: string;
  /** Page of the provider with the price. */
  readonly page: string;
}

const ALL = JUDGED_USAGES.map(({ name }) => name);

/** Every difference that is known. */
export const KNOWN_DIFFERENCES: readonly KnownDifference[] = [
  {
    models: /^(twelvelabs\.marengo|mistral\/(mistral|codestral)-embed)/,
    usages: ALL,
    reason:
      "An embedding has no output, and its model no price of one: a call with output has no total. LiteLLM takes 0.",
    page: "https://mistral.ai/pricing, https://aws.amazon.com/bedrock/pricing",
  },
  {
    models: /^twelvelabs\.pegasus/,
    usages: ALL,
    reason:
      "The input is paid by the second of video: tokens of input have no price, and the call no total. LiteLLM takes 0.",
    page: "https://aws.amazon.com/bedrock/pricing",
  },
  {
    models: /^deepseek\/search$/,
    usages: ALL,
    reason: "A search is paid by the query: tokens have no price. LiteLLM takes 0.",
    page: "https://api-docs.deepseek.com/quick_start/pricing",
  },
  {
    models: /^deepseek-(flash|v4-)/,
    usages: ALL,
    reason: "DeepSeek halves the price in some hours of the day. The list has the price of the other hours.",
    page: "https://api-docs.deepseek.com/quick_start/pricing",
  },
  {
    models: /^deepseek-chat$/,
    usages: ["written to the cache", "written to the cache for 12 hours"],
    reason: "Input that DeepSeek writes to its cache costs as other input. LiteLLM takes 0.",
    page: "https://api-docs.deepseek.com/quick_start/pricing",
  },
  {
    models: /^moonshotai\.kimi-k2\.5$/,
    usages: ["priority", "long priority"],
    reason: "LiteLLM takes the standard price for the priority tier, although its table has one for it.",
    page: "https://aws.amazon.com/bedrock/pricing",
  },
];
