import { isFields, listOf, readUsage, textOf, type Fields } from "@svc/core/internal";
import type { Accumulator, Answer } from "@svc/instrumentation";
import { Candidate } from "../candidate.ts";
import { modalities } from "../token-usage.ts";
import { SpokenAudio } from "./spoken-audio.ts";

/** Accumulator of one turn of the model in a live session. Its audio becomes one file. */
export class LiveTurn implements Accumulator {
  readonly #keepsContent: boolean;
  readonly #candidate = new Candidate(0);
  readonly #audio = new SpokenAudio();
  #transcription = "";
  #hasContent = false;
  #usage: Fields | undefined;
  /** True when the server has reported the end of the turn. */
  isFinished = false;

  constructor(keepsContent: boolean) {
    this.#keepsContent = keepsContent;
  }

  get hasUsage(): boolean {
    return this.#usage !== undefined;
  }

  add(message: unknown): boolean {
    if (!isFields(message)) return false;
    if (isFields(message.usageMetadata)) this.#usage = message.usageMetadata;
    const { serverContent, toolCall } = message;
    let hasContent = false;
    if (isFields(serverContent)) hasContent = this.#addContent(serverContent);
    if (isFields(toolCall)) {
      const parts = listOf(toolCall.functionCalls).map((functionCall) => ({ functionCall }));
      hasContent = this.#candidate.add({ content: { role: "model", parts } }) || hasContent;
    }
    this.#hasContent ||= hasContent;
    return hasContent;
  }

  answer(): Answer {
    const audio = this.#audio.part();
    const { parts, ...rest } = this.#candidate.message();
    const message = {
      ...rest,
      parts: audio === undefined ? parts : [...listOf(parts), audio],
      ...(this.#transcription !== "" && { transcription: this.#transcription }),
    };
    return {
      output: this.#hasContent ? message : undefined,
      usage: readUsage(this.#usage),
      isFinished: this.isFinished,
      metadata: modalities(this.#usage),
    };
  }

  #addContent(content: Fields): boolean {
    const { modelTurn, outputTranscription } = content;
    const text = isFields(outputTranscription) ? textOf(outputTranscription.text) : undefined;
    if (text !== undefined && this.#keepsContent) this.#transcription += text;
    const parts = isFields(modelTurn) ? listOf(modelTurn.parts).filter((part) => isFields(part)) : [];
    const others = parts.filter((part) => !this.#takeAudio(part));
    this.#candidate.add({ ...content, content: { role: "model", parts: others } });
    return parts.length > 0 || text !== undefined;
  }

  /** Takes the audio out of a part. Returns false for any other part. */
  #takeAudio({ inlineData }: Fields): boolean {
    const mimeType = isFields(inlineData) ? textOf(inlineData.mimeType) : undefined;
    if (!isFields(inlineData) || mimeType?.startsWith("audio/pcm") !== true) return false;
    const data = textOf(inlineData.data);
    if (data !== undefined && this.#keepsContent) this.#audio.add(data, mimeType);
    return true;
  }
}
