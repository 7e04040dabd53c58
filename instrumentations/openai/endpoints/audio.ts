import { countOf, isFields, readUsage, textOf, type Fields, type TokenUsage } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import {
  type Accumulator,
  aloneOrWith,
  type Answer,
  type Failure,
  inBandFailure,
  type EndpointOperation,
  pick,
  platformData,
} from "@svc/instrumentation";
import { TRANSCRIPTION_PARAMETERS } from "./model-parameters.ts";

const FILES: readonly string[] = ["file"];

/** `audio.transcriptions.create`. */
export const transcriptions: EndpointOperation = {
  name: "transcription",
  type: "generation",
  attributes: { [GenAi.OUTPUT_TYPE]: "text" },
  path: "/audio/transcriptions",
  files: FILES,
  parameters: TRANSCRIPTION_PARAMETERS,
  input: soundInput,
  answer: transcript,
  accumulator: () => new TranscriptAccumulator(),
};

/** `audio.translations.create`. */
export const translations: EndpointOperation = {
  name: "translation",
  type: "generation",
  attributes: { [GenAi.OUTPUT_TYPE]: "text" },
  path: "/audio/translations",
  files: FILES,
  parameters: TRANSCRIPTION_PARAMETERS,
  input: soundInput,
  answer: transcript,
};

/** `audio.speech.create`. Its answer is the HTTP response with the sound, which only the application reads. */
export const speech: EndpointOperation = {
  name: "speech",
  type: "generation",
  attributes: { [GenAi.OUTPUT_TYPE]: "speech" },
  path: "/audio/speech",
  parameters: new Set(["response_format", "speed", "stream_format", "voice"]),
  input: (body) => aloneOrWith(body, "input", ["instructions"]),
  answer: (data) => ({ metadata: { content_type: contentTypeOf(data) } }),
  readsItself: true,
};

function contentTypeOf(response: unknown): string | undefined {
  const headers = platformData(response, "headers");
  const get = platformData(headers, "get");
  return typeof get === "function" ? textOf(Reflect.apply(get, headers, ["content-type"])) : undefined;
}

function soundInput(body: Fields): unknown {
  return pick(body, [...FILES, "prompt"]);
}

/** Reads a transcript: a plain text where the application asked for one, else the text among the fields. */
function transcript(data: unknown): Answer {
  if (typeof data === "string") return { output: data };
  if (!isFields(data)) return {};
  const { usage } = data;
  return {
    output: data.text,
    usage: readUsage(usage),
    metadata: {
      language: textOf(data.language),
      duration_seconds: (isFields(usage) ? countOf(usage.seconds) : undefined) ?? countOf(data.duration),
    },
    failure: inBandFailure(data.error),
  };
}

class TranscriptAccumulator implements Accumulator {
  #text = "";
  #usage: TokenUsage | undefined;
  #isFinished = false;
  #failure: Failure | undefined;

  add(event: unknown): boolean {
    if (!isFields(event)) return false;
    this.#failure ??= inBandFailure(event.error);
    if (event.type === "transcript.text.done") {
      this.#isFinished = true;
      this.#text = textOf(event.text) ?? this.#text;
      this.#usage = readUsage(event.usage);
      return true;
    }
    const delta = event.type === "transcript.text.delta" ? textOf(event.delta) : undefined;
    this.#text += delta ?? "";
    return delta !== undefined;
  }

  answer(): Answer {
    const output = textOf(this.#text);
    return { output, usage: this.#usage, isFinished: this.#isFinished, failure: this.#failure };
  }
}
