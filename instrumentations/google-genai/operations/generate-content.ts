import { isFields, listOf, readUsage, textOf } from "@svc/core/internal";
import { aloneOrWith, onlyOrAll, ownData, type Accumulator, type Answer, type Operation } from "@svc/instrumentation";
import { Candidate } from "../candidate.ts";
import { GOOGLE_GENAI } from "../library.ts";
import { requestFields } from "../request-fields.ts";
import { modalities } from "../token-usage.ts";

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
  // The method is one inside the package, which makes the answer of JSON that it has parsed.
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

/** Accumulator of an answer. A whole answer counts as a stream of one chunk. */
class ContentAccumulator implements Accumulator {
  readonly #candidates: Candidate[] = [];
  #model: string | undefined;
  #responseId: string | undefined;
  #usage: unknown;
  #feedback: unknown;

  add(answer: unknown): boolean {
    if (!isFields(answer)) return false;
    const { modelVersion, responseId, usageMetadata, promptFeedback, candidates } = answer;
    this.#model = textOf(modelVersion) ?? this.#model;
    this.#responseId = textOf(responseId) ?? this.#responseId;
    // Each chunk repeats the counts so far.
    this.#usage = usageMetadata ?? this.#usage;
    this.#feedback = promptFeedback ?? this.#feedback;
    let hasContent = false;
    for (const candidate of listOf(candidates)) {
      if (isFields(candidate)) hasContent = this.#at(candidate.index).add(candidate) || hasContent;
    }
    return hasContent;
  }

  answer(): Answer {
    const candidates = this.#candidates.length > 1 ? this.#inOrder() : this.#candidates;
    const blockReason = isFields(this.#feedback) ? textOf(this.#feedback.blockReason) : undefined;
    const usage = isFields(this.#usage) ? this.#usage : undefined;
    const metadata: Record<string, unknown> = modalities(usage);
    if (blockReason !== undefined) metadata.block_reason = blockReason;
    if (isFields(usage) && usage.trafficType !== null) metadata.traffic_type = usage.trafficType;
    return {
      output: onlyOrAll(candidates.map((candidate) => candidate.message())),
      model: this.#model,
      usage: readUsage(usage),
      responseId: this.#responseId,
      finishReasons: candidates.map(({ finishReason }) => finishReason).filter((reason) => reason !== undefined),
      incompleteReason: blockReason && `the prompt was blocked: ${blockReason}`,
      metadata,
    };
  }

  #inOrder(): Candidate[] {
    return this.#candidates.toSorted((a, b) => a.index - b.index);
  }

  #at(index: unknown): Candidate {
    const place = typeof index === "number" ? index : 0;
    for (const candidate of this.#candidates) if (candidate.index === place) return candidate;
    const candidate = new Candidate(place);
    this.#candidates.push(candidate);
    return candidate;
  }
}
