import { isFields, listOf, textOf } from "@svc/core/internal";
import { aloneOrWith, type Answer, onlyOrAll, type EndpointOperation } from "@svc/instrumentation";
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

/** Statuses of a response that stopped before it was whole, and of one that failed. */
const STATUS_INCOMPLETE = "incomplete";
const STATUS_FAILED = "failed";

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
    incompleteReason: status === STATUS_INCOMPLETE ? (reason ?? "no reason given") : undefined,
    conversationId,
    metadata: {
      status,
      incomplete_reason: reason,
      previous_response_id: textOf(data.previous_response_id),
      conversation_id: conversationId,
    },
    failure:
      common.failure ??
      (status === STATUS_FAILED ? { type: STATUS_FAILED, message: "The response failed" } : undefined),
  };
}
