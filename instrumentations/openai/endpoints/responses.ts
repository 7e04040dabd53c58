import { isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import {
  aloneOrWith,
  type Answer,
  type BackgroundAnswer,
  type EndpointOperation,
  fetchingCall,
  onlyOrAll,
  pick,
  responseEnding,
  waitForAnswer,
} from "@svc/instrumentation";
import { commonAnswer } from "./common-answer.ts";
import { RESPONSE_PARAMETERS } from "./model-parameters.ts";
import { ResponseAccumulator } from "./response-accumulator.ts";

/** Request fields that are recorded as part of the input, besides `input`. */
const GIVEN_FIELDS = ["instructions", "prompt", "conversation", "tools", "tool_choice"] as const;

/** `responses.create`; also `parse` and `stream`, which call it, and the same methods of `beta.responses`. */
export const responses: EndpointOperation = {
  name: "chat",
  type: "generation",
  attributes: { "openai.api.type": "responses" },
  path: "/responses",
  headers: { betas: "openai-beta" },
  parameters: RESPONSE_PARAMETERS,
  input: (body) => aloneOrWith(body, "input", GIVEN_FIELDS),
  answer: responseAnswer,
  accumulator: () => new ResponseAccumulator(responseAnswer),
};

/** `responses.compact`: a conversation made shorter by the model. */
export const compaction: EndpointOperation = {
  ...responses,
  name: "compaction",
  path: "/responses/compact",
};

/** `responses.retrieve` and `responses.cancel`: what has become of a response in the background. */
export const fetchedResponse: EndpointOperation = { ...responses, make: fetchingCall };

/** Statuses of a response that stopped before it was whole, and of one that failed. */
const STATUS_INCOMPLETE = "incomplete";
const STATUS_FAILED = "failed";

/** Reason of a response that stopped because the application steers it: the server goes on with a next one. */
const REASON_STEERED = "steered";

/** Statuses of a finished response; `queued` and `in_progress` are those of a response in the background. */
const FINISHED: ReadonlySet<unknown> = new Set(["completed", STATUS_INCOMPLETE, STATUS_FAILED, "cancelled"]);

function responseAnswer(data: unknown): Answer {
  if (!isFields(data)) return {};
  const common = commonAnswer(data);
  const { status, incomplete_details: incomplete, conversation } = data;
  const conversationId = isFields(conversation) ? textOf(conversation.id) : textOf(conversation);
  const reason = isFields(incomplete) ? textOf(incomplete.reason) : undefined;
  return {
    ...common,
    output: onlyOrAll(listOf(data.output)),
    isFinished: FINISHED.has(status),
    finishReasons: responseEnding(status, reason, listOf(data.output)),
    incompleteReason:
      status === STATUS_INCOMPLETE && reason !== REASON_STEERED ? (reason ?? "no reason given") : undefined,
    conversationId,
    metadata: {
      status,
      incomplete_reason: reason,
      previous_response_id: textOf(data.previous_response_id),
      conversation_id: conversationId,
    },
    background: data.background === true ? backgroundAnswer(data) : undefined,
    failure:
      common.failure ??
      (status === STATUS_FAILED ? { type: STATUS_FAILED, message: "The response failed" } : undefined),
  };
}

function backgroundAnswer(data: Fields): BackgroundAnswer | undefined {
  const id = textOf(data.id);
  if (id === undefined) return undefined;
  const hasTools = listOf(data.tools).length > 0;
  const given = hasTools ? GIVEN_FIELDS : GIVEN_FIELDS.filter((name) => !name.startsWith("tool"));
  return {
    id,
    wait: FINISHED.has(data.status) ? undefined : (call) => waitForAnswer(id, call),
    startedAt: millisecondsOf(data.created_at),
    endedAt: millisecondsOf(data.completed_at),
    request: pick(data, ["model", ...given, ...RESPONSE_PARAMETERS]),
  };
}

function millisecondsOf(seconds: unknown): number | undefined {
  return typeof seconds === "number" ? seconds * 1_000 : undefined;
}
