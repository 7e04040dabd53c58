import { differenceOf } from "../../../support/openai/openai-client.ts";

/** Recordings with the names of their observations: one per class and method that calls a model. */
const CALLS: readonly (readonly [id: string, name: string])[] = [
  ["chat-basic", "chat gpt-4o-mini"],
  ["responses-basic", "chat gpt-4o-mini"],
  ["beta-responses", "chat gpt-5.4-mini"],
  ["responses-compact", "compaction gpt-5.4-mini"],
  ["completions-legacy", "text_completion gpt-3.5-turbo-instruct"],
  ["embeddings-float", "embeddings text-embedding-3-small"],
  ["image-generate-url", "image_generation dall-e-3"],
  ["image-edit", "image_edit gpt-image-2"],
  ["image-variation", "image_variation dall-e-2"],
  ["audio-speech", "speech gpt-4o-mini-tts"],
  ["audio-transcription", "transcription gpt-4o-mini-transcribe"],
  ["audio-translation", "translation whisper-1"],
  ["moderation", "moderation"],
  ["decision", "decision gpt-5.4-mini"],
];

/** Returns the calls that a major version supports. */
export function callsOf(major: number): typeof CALLS {
  return CALLS.filter(([id]) => differenceOf(id, major)?.effect !== "missing");
}
