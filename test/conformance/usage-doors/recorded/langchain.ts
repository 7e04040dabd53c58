import { modelAnswer } from "../../../../instrumentations/langchain/model/model-answer.ts";
import { anthropicUsage, chatUsage, type Door, type Fields, langchainUsage } from "../../../support/usage/door.ts";
import { recorded, HOUR, WRITES, MEDIA, TEXT_ONLY } from "../recorded-door.ts";

const langchain = (counted: unknown, said: Fields, older?: Fields): unknown => {
  const message = {
    _getType: () => "ai",
    getType: () => "ai",
    content: "",
    usage_metadata: counted,
    response_metadata: said,
  };
  const { usageDetails } = modelAnswer({ generations: [[{ text: "", message }]], llmOutput: { tokenUsage: older } });
  return usageDetails;
};

/** Doors of answers that this instrumentation records. */
export const DOORS: readonly Door[] = [
  recorded("LangChain", (a) => langchain(langchainUsage(a), {})),
  recorded("LangChain, Anthropic", (a) => langchain(langchainUsage(a), { usage: anthropicUsage(a) }), MEDIA),
  recorded(
    "LangChain, OpenAI without details of its own",
    (a) => {
      const { input_token_details: _in, output_token_details: _out, ...counted } = langchainUsage(a);
      return langchain(counted, { usage: chatUsage(a) });
    },
    HOUR,
  ),
  recorded(
    "LangChain, the older count",
    (a) => langchain(undefined, {}, { promptTokens: a.fresh, completionTokens: a.text, totalTokens: a.fresh + a.text }),
    [...WRITES, ...TEXT_ONLY, "cached"],
  ),
];
