import { metrics, type Attributes, type Counter, type Histogram, type Meter } from "@opentelemetry/api";
import { countOf, SVC_SDK_VERSION, textOf } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import * as A from "@svc/core/internal/span-attributes";
import type { ReadableSpan } from "../readable-span.ts";
import { scalarsOf } from "./conventional-span.ts";

/** Boundaries of the buckets for durations of calls and tools, in seconds. */
const CALL_SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];

/** Boundaries of the buckets for durations of agents, in seconds. */
const AGENT_SECONDS = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 51.2, 102.4, 204.8, 409.6];

/** Histograms of durations by type of observation. */
const DURATIONS: Readonly<Record<string, readonly [name: string, boundaries: number[]]>> = {
  generation: ["gen_ai.client.inference.duration", CALL_SECONDS],
  embedding: ["gen_ai.client.embeddings.duration", CALL_SECONDS],
  agent: ["gen_ai.invoke_agent.duration", AGENT_SECONDS],
  tool: ["gen_ai.execute_tool.duration", CALL_SECONDS],
};

const FIRST_CHUNK = "gen_ai.client.inference.time_to_first_chunk";

/** Counters of tokens: the attribute of the span with the total, and those with its parts by modality. */
const TOKENS: ReadonlyArray<readonly [counter: string, total: string, parts: Readonly<Record<string, string>>]> = [
  [
    "gen_ai.client.inference.usage.input_tokens",
    GenAi.USAGE_INPUT_TOKENS,
    { audio: GenAi.USAGE_AUDIO_INPUT_TOKENS, image: GenAi.USAGE_IMAGE_INPUT_TOKENS },
  ],
  [
    "gen_ai.client.inference.usage.output_tokens",
    GenAi.USAGE_OUTPUT_TOKENS,
    { audio: GenAi.USAGE_AUDIO_OUTPUT_TOKENS, image: GenAi.USAGE_IMAGE_OUTPUT_TOKENS },
  ],
  ["gen_ai.client.inference.usage.cache_read.input_tokens", GenAi.USAGE_CACHE_READ_INPUT_TOKENS, {}],
  ["gen_ai.client.inference.usage.cache_write.input_tokens", GenAi.USAGE_CACHE_WRITE_INPUT_TOKENS, {}],
  ["gen_ai.client.inference.usage.reasoning.output_tokens", GenAi.USAGE_REASONING_OUTPUT_TOKENS, {}],
];

/** Totals that are counted for each call, with 0 where the answer has no usage. */
const ALWAYS_COUNTED: ReadonlySet<string> = new Set([GenAi.USAGE_INPUT_TOKENS, GenAi.USAGE_OUTPUT_TOKENS]);

const TOKEN_MODALITY = "gen_ai.token.modality";

/** Attributes of every metric. They are names, so that each has few values. */
const DIMENSIONS = [
  GenAi.OPERATION_NAME,
  GenAi.PROVIDER_NAME,
  GenAi.REQUEST_MODEL,
  GenAi.RESPONSE_MODEL,
  GenAi.AGENT_NAME,
  GenAi.TOOL_NAME,
  "server.address",
  "server.port",
];

/**
 * Span processor that records the client metrics of OpenTelemetry's conventions for generative AI, by the global `MeterProvider`: durations
 * of model calls, agents and tools, the time to the first chunk, and tokens. A span that is not recorded is not measured.
 *
 * Source: the conventions' release 0.1.0.
 *
 * @example
 * new NodeSDK({ spanProcessors: [new SvcSpanProcessor(), new GenAiMetrics()], metricReaders });
 */
export class GenAiMetrics {
  readonly #histograms = new Map<string, Histogram>();
  readonly #counters = new Map<string, Counter>();
  #meter: Meter | undefined;

  onStart(): void {}

  /** Records the metrics of an observation that has ended. */
  onEnd(span: ReadableSpan): void {
    const type = textOf(span.attributes[A.OBSERVATION_TYPE]);
    if (type === undefined || !Object.hasOwn(DURATIONS, type)) return;
    const [duration, boundaries] = DURATIONS[type]!;
    const attributes = { ...span.attributes, ...scalarsOf(span, type) };
    const dimensions = dimensionsOf(attributes);
    this.#histogram(duration, boundaries).record(secondsOf(span), { ...dimensions, ...errorIn(attributes) });
    if (type !== "generation") return;
    const firstChunk = countOf(attributes[GenAi.RESPONSE_TIME_TO_FIRST_CHUNK]);
    if (firstChunk !== undefined) this.#histogram(FIRST_CHUNK, CALL_SECONDS).record(firstChunk, dimensions);
    for (const [counter, total, parts] of TOKENS) {
      const count = countOf(attributes[total]) ?? (ALWAYS_COUNTED.has(total) ? 0 : undefined);
      if (count === undefined) continue;
      for (const [modality, tokens] of byModality(count, parts, attributes)) {
        this.#counter(counter).add(tokens, { ...dimensions, [TOKEN_MODALITY]: modality });
      }
    }
  }

  /** Resolves at once: the `MeterProvider` exports. */
  forceFlush(): Promise<void> {
    return Promise.resolve();
  }

  /** Resolves at once: the `MeterProvider` exports. */
  shutdown(): Promise<void> {
    return Promise.resolve();
  }

  #histogram(name: string, boundaries: number[]): Histogram {
    let histogram = this.#histograms.get(name);
    if (histogram === undefined) {
      histogram = this.#ofMeter().createHistogram(name, {
        unit: "s",
        advice: { explicitBucketBoundaries: boundaries },
      });
      this.#histograms.set(name, histogram);
    }
    return histogram;
  }

  #counter(name: string): Counter {
    let counter = this.#counters.get(name);
    if (counter === undefined) {
      counter = this.#ofMeter().createCounter(name, { unit: "{token}" });
      this.#counters.set(name, counter);
    }
    return counter;
  }

  /** Returns the meter. It is taken at the first span, when the `MeterProvider` is registered. */
  #ofMeter(): Meter {
    return (this.#meter ??= metrics.getMeter("svc-sdk", SVC_SDK_VERSION));
  }
}

function dimensionsOf(attributes: Attributes): Attributes {
  return Object.fromEntries(
    DIMENSIONS.flatMap((name) => (attributes[name] === undefined ? [] : [[name, attributes[name]]])),
  );
}

function errorIn({ [GenAi.ERROR_TYPE]: type }: Attributes): Attributes {
  return type === undefined ? {} : { [GenAi.ERROR_TYPE]: type };
}

function secondsOf({ startTime, endTime }: ReadableSpan): number {
  return endTime[0] - startTime[0] + (endTime[1] - startTime[1]) / 1e9;
}

/** Returns a total by modality. Where the provider counts audio or images apart, what is left is text; else the modality is unknown. */
function byModality(
  total: number,
  parts: Readonly<Record<string, string>>,
  attributes: Attributes,
): Array<readonly [modality: string, tokens: number]> {
  const apart = Object.entries(parts).flatMap(([modality, attribute]) => {
    const tokens = countOf(attributes[attribute]);
    return tokens === undefined ? [] : [[modality, tokens] as const];
  });
  if (apart.length === 0) return [["unknown", total]];
  const left = apart.reduce((rest, [, tokens]) => rest - tokens, total);
  return [...apart, ["text", Math.max(left, 0)] as const].filter(([, tokens]) => tokens > 0);
}
