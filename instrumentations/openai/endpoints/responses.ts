import { isFields, listOf, textOf } from "@svc/core/internal";
import { aloneOrWith, type Answer, inBandFailure, onlyOrAll, type Operation } from "@svc/instrumentation";
import { OPENAI } from "../library.ts";
import { readUsage } from "./token-usage.ts";
import { RESPONSE_PARAMETERS } from "./model-parameters.ts";
import { ResponseAccumulator } from "./response-accumulator.ts";

/** Request fields that are recorded as part of the input, besides `input`. */
const GIVEN_FIELDS = ["instructions", "prompt", "conversation", "tools", "tool_choice"] as const;

/** `responses.create`; also `parse` and `stream`, which call it, and the same methods of `beta.responses`. */
export const responses: Operation = {
  library: OPENAI,
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
export const compaction: Operation = {
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
  const { status, incomplete_details: incomplete, conversation } = data;
  const conversationId = isFields(conversation) ? textOf(conversation.id) : textOf(conversation);
  const reason = isFields(incomplete) ? textOf(incomplete.reason) : undefined;
  return {
    output: onlyOrAll(listOf(data.output)),
    model: textOf(data.model),
    usage: readUsage(data.usage),
    responseId: textOf(data.id),
    isFinished: FINISHED.has(status),
    incompleteReason: status === STATUS_INCOMPLETE ? (reason ?? "no reason given") : undefined,
    serviceTier: textOf(data.service_tier),
    conversationId,
    metadata: {
      status,
      incomplete_reason: reason,
      previous_response_id: textOf(data.previous_response_id),
      conversation_id: conversationId,
    },
    failure:
      inBandFailure(data.error) ??
      (status === STATUS_FAILED ? { type: STATUS_FAILED, message: "The response failed" } : undefined),
  };
}
