import { chatCompletions } from "../../../../instrumentations/openai/endpoints/chat-completions.ts";
import { imageGeneration } from "../../../../instrumentations/openai/endpoints/images.ts";
import { responses } from "../../../../instrumentations/openai/endpoints/responses.ts";
import { realtimeInference } from "../../../../instrumentations/openai/realtime/realtime-operation.ts";
import { chatUsage, type Door, realtimeUsage, responseUsage } from "../../../support/usage/door.ts";
import { recorded, plain, streamed, HOUR } from "../recorded-door.ts";

/** Doors of answers that this instrumentation records. */
export const DOORS: readonly Door[] = [
  recorded("openai, chat", (a) => plain(chatCompletions, { choices: [], usage: chatUsage(a) }), HOUR),
  recorded("openai, chat, streamed", (a) => streamed(chatCompletions, { choices: [], usage: chatUsage(a) }), HOUR),
  recorded("openai, response", (a) => plain(responses, { output: [], usage: responseUsage(a) }), HOUR),
  recorded(
    "openai, response, streamed",
    (a) => streamed(responses, { type: "response.completed", response: { output: [], usage: responseUsage(a) } }),
    HOUR,
  ),
  recorded("openai, realtime", (a) => plain(realtimeInference, { usage: realtimeUsage(a) }), HOUR),
  recorded("openai, images", (a) => plain(imageGeneration, { data: [], usage: responseUsage(a) }), HOUR),
  recorded(
    "openai, images, streamed",
    (a) => streamed(imageGeneration, { type: "image_generation.completed", b64_json: "AA==", usage: responseUsage(a) }),
    HOUR,
  ),
];
