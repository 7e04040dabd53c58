import { isFields, textOf } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { pick, speakeasySignal, type Accumulator, type Answer, type Operation } from "@svc/instrumentation";
import { MISTRAL } from "../library.ts";
import { usageMetadata, usageOf } from "../token-usage.ts";

const FILES: readonly string[] = ["file"];

/** `audio.transcriptions.complete` and `audio.transcriptions.stream`. */
export const transcription: Operation = {
  library: MISTRAL,
  name: "transcription",
  type: "generation",
  attributes: { [GenAi.OUTPUT_TYPE]: "text" },
  path: "",
  files: FILES,
  parameters: new Set(["diarize", "language", "stream", "temperature", "timestamp_granularities"]),
  input: (body) => pick(body, [...FILES, "file_id", "file_url"]),
  answer: transcript,
  accumulator: () => new TranscriptAccumulator(),
  signalIn: speakeasySignal,
};

function transcript(data: unknown): Answer {
  if (!isFields(data)) return {};
  return {
    output: data.text,
    model: textOf(data.model),
    usage: usageOf(data.usage),
    metadata: { language: textOf(data.language), ...usageMetadata(data.usage) },
  };
}

class TranscriptAccumulator implements Accumulator {
  #text = "";
  #done: Answer | undefined;

  add(event: unknown): boolean {
    const data = isFields(event) ? event.data : undefined;
    if (!isFields(data)) return false;
    if (data.type === "transcription.done") {
      this.#done = { ...transcript(data), isFinished: true };
      return true;
    }
    const delta = data.type === "transcription.text.delta" ? textOf(data.text) : undefined;
    this.#text += delta ?? "";
    return delta !== undefined;
  }

  answer(): Answer {
    return this.#done ?? { output: this.#text };
  }
}
