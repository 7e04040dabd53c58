import { isFields, listOf, textOf } from "@svc/core/internal";
import {
  aloneOrWith,
  dataIn,
  onlyOrAll,
  ownData,
  ownFields,
  type Accumulator,
  type Answer,
  type Operation,
} from "@svc/instrumentation";
import { Candidate } from "../candidate.ts";
import { GOOGLE_GENAI } from "../library.ts";
import { requestFields } from "../request-fields.ts";
import { modalities, readUsage } from "../token-usage.ts";

const PARAMETERS: ReadonlySet<string> = new Set([
  "audioTimestamp",
  "cachedContent",
  "candidateCount",
  "enableEnhancedCivicAnswers",
  "frequencyPenalty",
  "imageConfig",
  "labels",
  "logprobs",
  "maxOutputTokens",
  "mediaResolution",
  "presencePenalty",
  "responseJsonSchema",
  "responseLogprobs",
  "responseMimeType",
  "responseModalities",
  "responseSchema",
  "safetySettings",
  "seed",
  "serviceTier",
  "speechConfig",
  "stopSequences",
  "temperature",
  "thinkingConfig",
  "toolConfig",
  "topK",
  "topP",
]);

/** `generateContent`, also of chats. Each turn of automatic function calling is a call of its own. */
export const generateContent: Operation = {
  library: GOOGLE_GENAI,
  name: "generate_content",
  type: "generation",
  path: ":generateContent",
  fieldsOf: requestFields,
  parameters: PARAMETERS,
  input: (body) => aloneOrWith(body, "contents", ["systemInstruction", "tools"]),
  answer: (data) => {
    const accumulator = new ContentAccumulator();
    accumulator.add(data);
    return accumulator.answer();
  },
  // Most of a chunk repeats what the last one says, or is not recorded.
  readsItself: true,
};

/** `generateContentStream`, also of chats. */
export const generateContentStream: Operation = {
  ...generateContent,
  path: ":streamGenerateContent",
  fieldsOf: (body, url) => ({ ...requestFields(body, url), stream: true }),
  accumulator: () => new ContentAccumulator(),
  signalIn: ([given]) => {
    const signal = ownData(ownData(given, "config"), "abortSignal");
    return signal instanceof AbortSignal ? signal : undefined;
  },
};

/** Fields of a chunk that are recorded. */
const RECORDED = ["modelVersion", "responseId", "usageMetadata", "promptFeedback", "candidates"] as const;

/** Accumulator of an answer. A whole answer counts as a stream of one chunk. */
class ContentAccumulator implements Accumulator {
  readonly #candidates: Candidate[] = [];
  #model: string | undefined;
  #responseId: string | undefined;
  #usage: unknown;
  #feedback: unknown;

  add(answer: unknown): boolean {
    const chunk = ownFields(answer, RECORDED);
    this.#model = textOf(chunk.modelVersion) ?? this.#model;
    this.#responseId = textOf(chunk.responseId) ?? this.#responseId;
    // Each chunk repeats the counts so far.
    this.#usage = chunk.usageMetadata ?? this.#usage;
    this.#feedback = chunk.promptFeedback ?? this.#feedback;
    let hasContent = false;
    for (const candidate of listOf(dataIn(chunk.candidates))) {
      if (isFields(candidate)) hasContent = this.#at(candidate.index).add(candidate) || hasContent;
    }
    return hasContent;
  }

  answer(): Answer {
    const candidates = this.#candidates.toSorted((a, b) => a.index - b.index);
    const blockReason = textOf(ownData(this.#feedback, "blockReason"));
    const counts = dataIn(this.#usage);
    const usage = isFields(counts) ? counts : undefined;
    return {
      output: onlyOrAll(candidates.map((candidate) => candidate.message())),
      model: this.#model,
      usage: readUsage(usage),
      responseId: this.#responseId,
      finishReasons: candidates.map(({ finishReason }) => finishReason).filter((reason) => reason !== undefined),
      incompleteReason: blockReason && `the prompt was blocked: ${blockReason}`,
      metadata: {
        block_reason: blockReason,
        ...modalities(usage),
        traffic_type: usage?.trafficType ?? undefined,
      },
    };
  }

  #at(index: unknown): Candidate {
    const place = typeof index === "number" ? index : 0;
    const known = this.#candidates.find((candidate) => candidate.index === place);
    if (known) return known;
    const candidate = new Candidate(place);
    this.#candidates.push(candidate);
    return candidate;
  }
}
