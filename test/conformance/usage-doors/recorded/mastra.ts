import { endingOf } from "../../../../instrumentations/mastra/span/span-ending.ts";
import { type Amounts, allInput, allOutput } from "../../../support/usage/answers.ts";
import type { Door, Fields } from "../../../support/usage/door.ts";
import { recorded, HOUR } from "../recorded-door.ts";

const mastraUsage = (amounts: Amounts): Fields => {
  const { cached, written, audioIn, imageIn, reasoning, audioOut, imageOut } = amounts;
  return {
    inputTokens: allInput(amounts),
    outputTokens: allOutput(amounts),
    inputDetails: { text: amounts.fresh, cacheRead: cached, cacheWrite: written, audio: audioIn, image: imageIn },
    outputDetails: { text: amounts.text, reasoning, audio: audioOut, image: imageOut },
  };
};

/** Doors of answers that this instrumentation records. */
export const DOORS: readonly Door[] = [
  recorded(
    "Mastra",
    (a) => endingOf({ type: "model_inference", attributes: { usage: mastraUsage(a) } }, "m", undefined).usageDetails,
    HOUR,
  ),
];
