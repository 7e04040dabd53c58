import { isSpanContextValid, SamplingDecision, trace, TraceFlags, type Attributes } from "@opentelemetry/api";
import type { Sampler } from "@opentelemetry/sdk-trace";
import { getEnv, logger } from "@svc/core/internal";

const VARIABLE = "OTEL_TRACES_SAMPLER";

/** Names of the samplers that OpenTelemetry knows. */
const KNOWN: readonly string[] = ["always_on", "always_off", "traceidratio"].flatMap((name) => [
  name,
  `parentbased_${name}`,
]);

/** Attributes with which spans of model calls start, in the vocabularies of the packages that make such spans. */
const MODEL_CALL = /^(?:svc|gen_ai|ai|llm|openinference|traceloop)\./;

/**
 * Sampler that records every span of a model call. All other spans follow their parent, as by OpenTelemetry's default. The caller of
 * this process samples for a backend of its own: a load balancer that samples one request in a hundred does not decide which
 * model calls are recorded.
 */
const MODEL_CALL_SAMPLER: Sampler = {
  shouldSample(context, _traceId, _name, _kind, attributes) {
    const parent = trace.getSpanContext(context);
    const isLeftOut =
      parent !== undefined &&
      isSpanContextValid(parent) &&
      (parent.traceFlags & TraceFlags.SAMPLED) === 0 &&
      !isOfModelCall(attributes);
    return { decision: isLeftOut ? SamplingDecision.NOT_RECORD : SamplingDecision.RECORD_AND_SAMPLED };
  },
  toString: () => "ModelCallSampler",
};

function isOfModelCall(attributes: Attributes): boolean {
  for (const name in attributes) if (MODEL_CALL.test(name)) return true;
  return false;
}

/**
 * Returns the sampler of the preload. Returns undefined when `OTEL_TRACES_SAMPLER` names one: OpenTelemetry's SDK makes that.
 */
export function defaultSampler(): Sampler | undefined {
  const named = getEnv(VARIABLE)?.trim();
  if (!named) return MODEL_CALL_SAMPLER;
  if (KNOWN.includes(named)) return undefined;
  logger.warnOnce(
    `${VARIABLE} is ${JSON.stringify(named)}, which does not exist: every model call is recorded. There are: ${KNOWN.join(", ")}.`,
  );
  return MODEL_CALL_SAMPLER;
}
