import { converse, converseStream } from "../../../../instrumentations/bedrock/commands/converse.ts";
import { InvokeAccumulator } from "../../../../instrumentations/bedrock/commands/invoke-accumulator.ts";
import { bodyUsage } from "../../../../instrumentations/bedrock/answer/token-counts.ts";
import type { Amounts } from "../../../support/usage/answers.ts";
import { anthropicUsage, chatUsage, converseUsage, type Door, type Fields } from "../../../support/usage/door.ts";
import { recorded, plain, streamed, HOUR, MEDIA, TEXT_ONLY } from "../recorded-door.ts";

const chunkOf = (body: Fields): Fields => ({ chunk: { bytes: new TextEncoder().encode(JSON.stringify(body)) } });

const invokeStream = (amounts: Amounts): unknown => {
  const accumulator = new InvokeAccumulator((body, counts) => ({ usage: bodyUsage(body, counts) }));
  const { output_tokens: output, ...start } = anthropicUsage(amounts);
  accumulator.add(
    chunkOf({ type: "message_start", message: { role: "assistant", usage: { ...start, output_tokens: 1 } } }),
  );
  accumulator.add(
    chunkOf({
      type: "message_delta",
      usage: { output_tokens: output },
      "amazon-bedrock-invocationMetrics": { inputTokenCount: start.input_tokens, outputTokenCount: output },
    }),
  );
  return accumulator.answer().usage?.kinds;
};

/** Doors of answers that this instrumentation records. */
export const DOORS: readonly Door[] = [
  recorded("bedrock, converse", (a) => plain(converse, { output: {}, usage: converseUsage(a) }), TEXT_ONLY),
  recorded(
    "bedrock, converse, streamed",
    (a) => streamed(converseStream, { metadata: { usage: converseUsage(a) } }),
    TEXT_ONLY,
  ),
  recorded("bedrock, body of Anthropic", (a) => bodyUsage({ usage: anthropicUsage(a) }, {})?.kinds, MEDIA),
  recorded("bedrock, body of Anthropic, streamed", invokeStream, MEDIA),
  recorded("bedrock, body of OpenAI", (a) => bodyUsage({ usage: chatUsage(a) }, {})?.kinds, HOUR),
];
