import { context, trace, type Context, type SpanContext } from "@opentelemetry/api";
import {
  capturedContent,
  propagateAttributes,
  setSvcTraceIdInBaggage,
  SVC_SDK_EXPERIMENT_ENVIRONMENT,
  type PropagateAttributesParams,
} from "@svc/core/internal";
import { startActiveObservation, type SvcEvaluator } from "@svc/tracing";

/** Place where an evaluator's work is recorded. */
export interface EvaluatorPlace {
  /** Observation below which the work is recorded: the root of the judged item. Default: a trace of its own. */
  readonly parent?: SpanContext | undefined;
  /**
   * Experiment for which the evaluator judges. It has no item, nor have the model calls of the evaluator: so their costs and
   * those of the items stay apart.
   */
  readonly experiment?: PropagateAttributesParams["experiment"];
  /** Metadata of the observation: what was judged. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Name of the observation of a function without a name, until its judgements have given it theirs. */
const NAMELESS = "evaluator";

/**
 * Runs an evaluator in an observation of type `evaluator`, named for the evaluator. The observations that it makes, such as
 * the calls of a model that judges, are below. Their environment is that of experiments. An error is recorded and rethrown.
 * With `SVC_CAPTURE_CONTENT=false` neither the input nor the text of an error is recorded.
 */
export async function recordEvaluator<R>(
  name: string,
  { parent, experiment, metadata }: EvaluatorPlace,
  input: unknown,
  judge: (observation: SvcEvaluator) => Promise<R>,
): Promise<R> {
  const { inputs, outputs } = capturedContent();
  const run = async (observation: SvcEvaluator): Promise<{ judged: R } | { error: unknown }> => {
    observation.update({ ...(inputs && { input }), metadata: { ...metadata } });
    try {
      return { judged: await judge(observation) };
    } catch (error) {
      // The message of an error that ends an observation is recorded with it.
      if (outputs) throw error;
      observation.update({ level: "ERROR", statusMessage: error instanceof Error ? error.name : typeof error });
      return { error };
    }
  };
  const options = { asType: "evaluator", ...(parent !== undefined && { parentSpanContext: parent }) } as const;
  const attributes = {
    environment: SVC_SDK_EXPERIMENT_ENVIRONMENT,
    ...(experiment !== undefined && { experiment }),
  };
  const outcome = await context.with(contextOf(parent), () =>
    propagateAttributes(attributes, () => startActiveObservation(name || NAMELESS, run, options)),
  );
  if ("error" in outcome) throw outcome.error;
  return outcome.judged;
}

/** Returns the active context without its span. Below a root that has ended, the context says that the trace has a root. */
function contextOf(parent: SpanContext | undefined): Context {
  const withoutSpan = trace.deleteSpan(context.active());
  return parent === undefined ? withoutSpan : setSvcTraceIdInBaggage(withoutSpan, parent.traceId);
}
