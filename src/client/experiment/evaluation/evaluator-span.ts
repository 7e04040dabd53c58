import { context, trace, type Context, type SpanContext } from "@opentelemetry/api";
import {
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
 */
export function recordEvaluator<R>(
  name: string,
  { parent, experiment, metadata }: EvaluatorPlace,
  input: unknown,
  judge: (observation: SvcEvaluator) => Promise<R>,
): Promise<R> {
  const record = (): Promise<R> =>
    startActiveObservation(
      name || NAMELESS,
      (observation) => {
        observation.update({ input, metadata: { ...metadata } });
        return judge(observation);
      },
      { asType: "evaluator", ...(parent !== undefined && { parentSpanContext: parent }) },
    );
  const environment = SVC_SDK_EXPERIMENT_ENVIRONMENT;
  return context.with(contextOf(parent), () =>
    propagateAttributes({ environment, ...(experiment !== undefined && { experiment }) }, record),
  );
}

/** Returns the active context without its span. Below a root that has ended, the context says that the trace has a root. */
function contextOf(parent: SpanContext | undefined): Context {
  const withoutSpan = trace.deleteSpan(context.active());
  return parent === undefined ? withoutSpan : setSvcTraceIdInBaggage(withoutSpan, parent.traceId);
}
