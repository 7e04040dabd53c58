import { fieldsOf, isFields, type Fields } from "@svc/core/internal";
import { captureOf, copyWith, telemetryOf } from "../operation/call-options.ts";
import { recordSafely } from "../record-safely.ts";
import { CallTracer } from "./call-tracer.ts";
import { holdsBytes } from "./prompt-text.ts";

/**
 * Returns a copy of the options of a call of the AI SDK, up to version 6, with which the call is recorded as observations. The
 * preload does so for every call; without the preload, wrap the options yourself. The name (`functionId`) and the metadata that
 * the options give are kept. Returns the options unchanged where they switch telemetry off (`isEnabled: false`) or name a tracer
 * of their own. Never throws.
 *
 * @example
 * const { text } = await generateText(withSvcTelemetry({ model, prompt: "What is a span?" }));
 */
export function withSvcTelemetry<T>(options: T): T {
  return recordSafely(() => recordedOptions(options)) ?? options;
}

function recordedOptions<T>(options: T): T {
  if (!isFields(options)) return options;
  const given = telemetryOf(options);
  if (given.isEnabled === false || given.tracer !== undefined) return options;
  const capture = captureOf(given);
  const isEmbedding = options.value !== undefined || options.values !== undefined;
  return copyWith(options, {
    experimental_telemetry: {
      ...given,
      ...(hasNull(given.metadata) && { metadata: withoutNull(given.metadata) }),
      isEnabled: true,
      // The AI SDK would write bytes number by number, and each vector as text.
      recordInputs: capture.inputs && !holdsBytes(options.messages ?? options.prompt),
      recordOutputs: capture.outputs && !isEmbedding,
      tracer: new CallTracer(options, given, capture),
    },
  }) as T;
}

/** Metadata of which version 4 would throw an error in its telemetry. Null is not recorded. */
function hasNull(metadata: unknown): boolean {
  return Object.values(fieldsOf(metadata)).includes(null);
}

function withoutNull(metadata: unknown): Fields {
  return Object.fromEntries(Object.entries(fieldsOf(metadata)).filter(([, value]) => value !== null));
}
