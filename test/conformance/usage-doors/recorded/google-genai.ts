import {
  generateContent,
  generateContentStream,
} from "../../../../instrumentations/google-genai/operations/generate-content.ts";
import { interactions } from "../../../../instrumentations/google-genai/operations/interactions.ts";
import { LiveTurn } from "../../../../instrumentations/google-genai/live/live-turn.ts";
import { type Door, type Fields, geminiUsage } from "../../../support/usage/door.ts";
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
    (a) => {
      const usage = geminiUsage(a);
      const tokens = (list: unknown): Fields[] =>
        (list as Array<{ modality: string; tokenCount: number }>).map(({ modality, tokenCount }) => ({
          modality: modality.toLowerCase(),
          tokens: tokenCount,
        }));
      const counted = {
        total_input_tokens: usage.promptTokenCount,
        total_output_tokens: usage.candidatesTokenCount,
        total_thought_tokens: usage.thoughtsTokenCount,
        total_cached_tokens: usage.cachedContentTokenCount,
        total_tokens: usage.totalTokenCount,
        input_tokens_by_modality: tokens(usage.promptTokensDetails),
        output_tokens_by_modality: tokens(usage.candidatesTokensDetails),
      };
      return plain(interactions, { status: "completed", usage: counted });
    },
    WRITES,
  ),
];
