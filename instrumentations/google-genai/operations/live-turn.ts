import type { Operation } from "@svc/instrumentation";
import { generateContent } from "./generate-content.ts";

/** One turn of the model in a session of the Live API, which no HTTP request is made for. */
export const liveTurn: Operation = {
  ...generateContent,
  name: "realtime_inference",
  path: ":bidiGenerateContent",
  parameters: new Set([
    ...generateContent.parameters,
    "contextWindowCompression",
    "enableAffectiveDialog",
    "inputAudioTranscription",
    "outputAudioTranscription",
    "proactivity",
    "realtimeInputConfig",
  ]),
};
