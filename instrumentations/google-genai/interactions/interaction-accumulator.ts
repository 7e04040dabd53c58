import { isFields, listOf, readUsage, textOf, type Fields } from "@svc/core/internal";
import { inBandFailure, onlyOrAll, type Accumulator, type Answer, type Failure } from "@svc/instrumentation";
import { modalities } from "../token-usage.ts";
import { InteractionStep } from "./interaction-step.ts";

/** Statuses of an interaction that stopped before it was whole. */
const INCOMPLETE: ReadonlyMap<unknown, string> = new Map([
  ["incomplete", "the interaction is incomplete"],
  ["budget_exceeded", "the interaction exceeded its budget"],
  ["requires_continuation", "the interaction requires a continuation"],
]);

/** Statuses of an interaction that has ended. `requires_action` waits for the result of a tool, which a next interaction brings. */
const FINISHED: ReadonlySet<unknown> = new Set([
  "completed",
  "requires_action",
  "cancelled",
  "failed",
  ...INCOMPLETE.keys(),
]);

/**
 * Accumulator of an interaction. A whole interaction counts as a stream of one event. The package continues an interaction by
 * requests whose events follow in the same stream, each with steps and a usage of its own.
 */
export class InteractionAccumulator implements Accumulator {
  readonly #steps = new Map<number, InteractionStep>();
  #interaction: Record<string, unknown> = {};
  #usage: Fields | undefined;
  /** Usage of the requests before this one, and the number of their steps. */
  #usageBefore: Fields | undefined;
  #stepsBefore = 0;
  #failure: Failure | undefined;

  add(event: unknown): boolean {
    if (!isFields(event)) return false;
    const { event_type: type, delta, step, interaction } = event;
    if (type === undefined) this.#take(event);
    if (type === "interaction.created") this.#startRequest();
    if (isFields(interaction)) this.#take(interaction);
    if (type === "interaction.status_update") this.#take({ status: event.status, usage: event.usage });
    this.#failure ??= inBandFailure(event.error);
    const index = this.#stepsBefore + (typeof event.index === "number" ? event.index : 0);
    if (isFields(step)) this.#steps.set(index, new InteractionStep(step));
    return isFields(delta) && this.#at(index).add(delta);
  }

  answer(): Answer {
    const { status, steps, errors } = this.#interaction;
    const usage = withCounts(this.#usageBefore, this.#usage);
    const streamed = [...this.#steps].toSorted(([a], [b]) => a - b).map(([, step]) => step.value());
    return {
      output: onlyOrAll(streamed.length > 0 ? streamed : listOf(steps)),
      model: textOf(this.#interaction.model),
      usage: readUsage(usage),
      responseId: textOf(this.#interaction.id),
      isFinished: FINISHED.has(status),
      incompleteReason: INCOMPLETE.get(status),
      serviceTier: textOf(this.#interaction.service_tier),
      metadata: { status: textOf(status), ...modalities(usage) },
      failure: this.#failure ?? (status === "failed" ? failureIn(errors) : undefined),
    };
  }

  #startRequest(): void {
    this.#usageBefore = withCounts(this.#usageBefore, this.#usage);
    this.#usage = undefined;
    this.#stepsBefore = this.#steps.size;
  }

  /** Takes the fields of the interaction that an event repeats. */
  #take(interaction: Fields): void {
    for (const [name, value] of Object.entries(interaction)) if (value !== undefined) this.#interaction[name] = value;
    if (isFields(interaction.usage)) this.#usage = interaction.usage;
  }

  #at(index: number): InteractionStep {
    let step = this.#steps.get(index);
    if (step === undefined) this.#steps.set(index, (step = new InteractionStep({ type: "model_output" })));
    return step;
  }
}

/** Returns the usage of two requests: counts are added, and lists by modality follow one another. */
function withCounts(before: Fields | undefined, usage: Fields | undefined): Fields | undefined {
  if (before === undefined || usage === undefined) return usage ?? before;
  const sum: Record<string, unknown> = { ...before, ...usage };
  for (const [name, value] of Object.entries(before)) {
    const added = usage[name];
    if (typeof value === "number" && typeof added === "number") sum[name] = value + added;
    else if (Array.isArray(value) && Array.isArray(added))
      sum[name] = [...(value as unknown[]), ...(added as unknown[])];
  }
  return sum;
}

function failureIn(errors: unknown): Failure {
  const [first] = listOf(errors);
  return inBandFailure(first) ?? { type: "failed", message: "The interaction failed" };
}
