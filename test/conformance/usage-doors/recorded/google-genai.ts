import {
  generateContent,
  generateContentStream,
} from "../../../../instrumentations/google-genai/operations/generate-content.ts";
import { interactions } from "../../../../instrumentations/google-genai/operations/interactions.ts";
import { LiveTurn } from "../../../../instrumentations/google-genai/live/live-turn.ts";
import { type Door, geminiUsage, interactionUsage } from "../../../support/usage/door.ts";
import { recorded, plain, streamed, WRITES } from "../recorded-door.ts";

/** Doors of answers that this instrumentation records. */
export const DOORS: readonly Door[] = [
  recorded("google-genai", (a) => plain(generateContent, { usageMetadata: geminiUsage(a) }), WRITES),
  recorded("google-genai, streamed", (a) => streamed(generateContentStream, { usageMetadata: geminiUsage(a) }), WRITES),
  recorded(
    "google-genai, live",
    (a) => {
      const { candidatesTokenCount, candidatesTokensDetails, ...rest } = geminiUsage(a);
      const turn = new LiveTurn(false);
      turn.add({
        usageMetadata: {
          ...rest,
          responseTokenCount: candidatesTokenCount,
          responseTokensDetails: candidatesTokensDetails,
        },
      });
      return turn.answer().usage?.kinds;
    },
    WRITES,
  ),
  recorded(
    "google-genai, interaction",
    (a) => plain(interactions, { status: "completed", usage: interactionUsage(a) }),
    WRITES,
  ),
];
