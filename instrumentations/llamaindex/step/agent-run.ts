import { isFields } from "@svc/core/internal";
import { context } from "@opentelemetry/api";
import {
  endWhenCollected,
  followPromise,
  LEFT,
  ownData,
  safeRecorder,
  types,
  whileUsed,
  type ReplacementOf,
} from "@svc/instrumentation";
import { OpenStep } from "./open-step.ts";
import { callInStep } from "./recorded-method.ts";
import { AGENT } from "./step-kinds.ts";

const record = safeRecorder({ name: "llamaindex" }, "an agent");

interface EventStream {
  readonly on: (event: unknown, handler: (event: unknown) => unknown) => unknown;
}

/** Workflow whose `run` is about to call `runStream`, which it does at once. The agent is then that of `run`. */
let running: unknown;

/** Replacement of `run`, which starts an agent and waits for its end. */
export const recordingAgentRun: ReplacementOf = /* @__PURE__ */ whileUsed((original, self, args) =>
  callInStep(
    AGENT,
    (...given: unknown[]) => {
      running = self;
      try {
        return Reflect.apply(original, self, given);
      } finally {
        running = undefined;
      }
    },
    self,
    args,
  ),
);

/**
 * Replacement of the method in which an agent asks its model. When it fails, the workflow reports nothing to the application's
 * promise, which stays open: the failure ends the agent here.
 */
export const recordingAgentTurn: ReplacementOf = /* @__PURE__ */ whileUsed((original, self, args) => {
  const turn = Reflect.apply(original, self, args);
  const agent = record(() => OpenStep.in(context.active()));
  if (agent === undefined || !types.isPromise(turn)) return turn;
  return followPromise(
    turn,
    () => undefined,
    (error) => record(() => agent.fail(error)),
  );
});

/**
 * Returns the replacement of `runStream`, which starts an agent and returns its events. The step ends with the event
 * `stopAgentEvent`, whether or not the application reads the events.
 */
export function recordingAgentStream(stopAgentEvent: unknown): ReplacementOf {
  return whileUsed((original, self, args) => {
    const isOfRun = running === self;
    running = undefined;
    const step = isOfRun ? undefined : record(() => OpenStep.start(AGENT, self, args));
    if (step === undefined) return Reflect.apply(original, self, args);
    try {
      const stream = step.run(() => Reflect.apply(original, self, args));
      record(() => endWithEvent(stream, step, stopAgentEvent));
      return stream;
    } catch (error) {
      record(() => step.fail(error));
      throw error;
    }
  });
}

function endWithEvent(stream: unknown, step: OpenStep, stopAgentEvent: unknown): void {
  if (!isEventStream(stream)) return;
  stream.on(stopAgentEvent, (event) => record(() => step.succeed(event)));
  endWhenCollected(stream, { endUnread: () => step.end(LEFT) });
}

function isEventStream(stream: unknown): stream is EventStream {
  return isFields(stream) && typeof stream.on === "function" && ownData(stream, "on") === undefined;
}
