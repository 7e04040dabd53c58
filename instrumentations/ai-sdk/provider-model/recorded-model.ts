import { context } from "@opentelemetry/api";
import {
  fieldsOf,
  providerName,
  readUsage,
  textOf,
  withOwnedCall,
  type Fields,
  type TokenUsage,
} from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import {
  attributeTable,
  failureOf,
  mediaFields,
  observeAnswer,
  observePromise,
  startCall,
  whileUsed,
  type Accumulator,
  type Answer,
  type Library,
  type ObservedCall,
  type Operation,
  type ReplacementOf,
} from "@svc/instrumentation";
import { recordedContent } from "../content/recorded-content.ts";
import { answerMessage, withoutHeads } from "../model/answer-message.ts";
import { modelAnswer, type ModelAnswer } from "../model/model-answer.ts";
import { modelParameters, PARAMETERS, withTools } from "../model/model-parameters.ts";
import { StreamedModelAnswer } from "../model/model-stream.ts";
import { statedCost } from "../model/stated-cost.ts";
import { usageOf } from "../model/token-usage.ts";
import { isInCall } from "../operation/call-note.ts";

/** Model of a provider, with the options of the call. */
interface GivenCall {
  readonly model: string | undefined;
  readonly provider: string | undefined;
  readonly options: Fields;
  readonly isStreamed: boolean;
}

/** Models of the AI SDK's providers, with the facts that all their calls share. */
const MODELS: Library = {
  name: "the AI SDK",
  transport: {},
  endpointOf: (model) => ({ provider: providerName(providerOf(model) ?? "unknown") }),
  requestAttributes: /* @__PURE__ */ attributeTable([
    [GenAi.REQUEST_TEMPERATURE, "temperature"],
    [GenAi.REQUEST_TOP_P, "topP"],
    [GenAi.REQUEST_TOP_K, "topK"],
    [GenAi.REQUEST_MAX_TOKENS, "maxOutputTokens"],
    [GenAi.REQUEST_MAX_TOKENS, "maxTokens"],
    [GenAi.REQUEST_FREQUENCY_PENALTY, "frequencyPenalty"],
    [GenAi.REQUEST_PRESENCE_PENALTY, "presencePenalty"],
    [GenAi.REQUEST_SEED, "seed"],
    [GenAi.REQUEST_STOP_SEQUENCES, "stopSequences"],
    [GenAi.REQUEST_STREAM, "stream"],
  ]),
  textFields: new Set(),
  // Files become data URIs before.
  mediaFields: /* @__PURE__ */ mediaFields({}),
};

const operationOf = (provider: unknown): Operation => ({
  library: MODELS,
  name: "chat",
  type: "generation",
  path: "",
  parameters: new Set([...PARAMETERS, "provider", "providerOptions"]),
  fieldsOfPassed: (passed) => fieldsOfCall(passed as GivenCall),
  input: (fields) => withTools(recordedContent(fields.prompt), fields),
  answer: (result) => answerOf(modelAnswer(fieldsOf(result), provider)),
  readsItself: true,
  accumulator: () => new StreamAccumulator(provider),
});

class StreamAccumulator implements Accumulator {
  readonly #streamed: StreamedModelAnswer;
  #failure: unknown;

  constructor(provider: unknown) {
    this.#streamed = new StreamedModelAnswer(provider);
  }

  add(part: unknown): boolean {
    const { type, error } = fieldsOf(part);
    if (type === "error") this.#failure ??= error ?? new Error("The stream failed without a reason");
    this.#streamed.add(part);
    return this.#streamed.hasContent;
  }

  answer(): Answer {
    const answer = answerOf(this.#streamed.answer);
    return this.#failure === undefined ? answer : { ...answer, failure: failureOf(this.#failure) };
  }
}

/**
 * Returns the replacement of `doGenerate` or `doStream` of a model, which records the calls that neither `ai` nor another package
 * records or leaves out.
 */
export function recordingModel(isStreamed: boolean): ReplacementOf {
  return whileUsed((original, model, args) => {
    const active = context.active();
    const call = isInCall(active) ? undefined : startModelCall(model, args[0], isStreamed);
    if (call === undefined) return Reflect.apply(original, model, args);
    try {
      // A model may stream by asking itself for a whole answer, or call the model of another package.
      const result: unknown = context.with(withOwnedCall(call.context), original, model, ...args);
      return observePromise(result as Promise<unknown>, call, onResult);
    } catch (error) {
      call.endFailed(error);
      throw error;
    }
  });
}

function startModelCall(model: unknown, passed: unknown, isStreamed: boolean): ObservedCall | undefined {
  const options = fieldsOf(passed);
  const provider = providerOf(model);
  const given: GivenCall = { model: textOf(fieldsOf(model).modelId), provider, options, isStreamed };
  const call = startCall(operationOf(provider), model, given, undefined);
  if (options.abortSignal instanceof AbortSignal && call !== undefined) call.signal = options.abortSignal;
  call?.describePassed();
  return call;
}

function onResult(result: unknown, call: Parameters<typeof observeAnswer>[1]): void {
  const { stream } = fieldsOf(result);
  observeAnswer(stream instanceof ReadableStream ? stream : result, call);
}

const providerOf = (model: unknown): string | undefined => textOf(fieldsOf(model).provider);

function fieldsOfCall({ model, provider, options, isStreamed }: GivenCall): Fields {
  const { prompt, tools, mode } = options;
  // Version 4 has the tools in its mode.
  const offered = tools ?? fieldsOf(mode).tools;
  return {
    model,
    ...modelParameters({ ...options, provider }),
    ...(isStreamed && { stream: true }),
    prompt,
    ...(offered !== undefined && { tools: offered }),
  };
}

function answerOf({ event, content }: ModelAnswer): Answer {
  const finishReason = textOf(event.finishReason);
  return {
    output: content.length === 0 ? undefined : answerMessage(recordedContent(withoutHeads(content))),
    model: textOf(event.modelId),
    responseId: textOf(event.responseId),
    usage: tokenUsage(event),
    finishReasons: finishReason === undefined ? [] : [finishReason],
  };
}

function tokenUsage({ usage, providerMetadata }: Fields): TokenUsage | undefined {
  const kinds = usageOf(usage);
  const cost = statedCost(providerMetadata);
  if (kinds === undefined) return undefined;
  return { kinds, problems: readUsage(usage)?.problems ?? [], ...(cost !== undefined && { cost }) };
}
