import type { Attributes } from "@opentelemetry/api";
import { fieldsOf, textOf, type Fields } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { providerAttribute, reasonsAttribute, textAttribute } from "@svc/instrumentation";
import { MODEL_CALLS } from "./span-kinds.ts";

/** Returns the attributes of the GenAI conventions that a span of Mastra tells at its start: ids, and the provider and name of its model. */
export function startAttributes(span: Fields, model: string | undefined, provider: string | undefined): Attributes {
  const type = textOf(span.type) ?? "";
  if (type === "agent_run") return textAttribute(GenAi.AGENT_ID, span.entityId);
  if (type.endsWith("tool_call")) return textAttribute(GenAi.TOOL_CALL_ID, fieldsOf(span.attributes).toolCallId);
  if (!MODEL_CALLS.has(type) && type !== "rag_embedding") return {};
  return { ...providerAttribute(provider), ...textAttribute(GenAi.REQUEST_MODEL, model) };
}

/** Returns the attributes of the GenAI conventions that a model call of Mastra tells at its end. */
export function answerAttributes({ responseModel, responseId, finishReason }: Fields): Attributes {
  return {
    ...textAttribute(GenAi.RESPONSE_MODEL, responseModel),
    ...textAttribute(GenAi.RESPONSE_ID, responseId),
    ...reasonsAttribute(finishReason),
  };
}
