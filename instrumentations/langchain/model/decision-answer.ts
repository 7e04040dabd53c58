import { fieldsOf, isFields, textOf } from "@svc/core/internal";
import type { RecordedAttributes } from "@svc/tracing/internal";
import { chainOutput } from "../message/chain-values.ts";
import { usageOf } from "./token-usage.ts";

/** Reads the result of a decision model: the answers to its questions, and what LangChain reports of the call. */
export function decisionAnswer(outputs: unknown): RecordedAttributes {
  const { answers, model, usage_metadata: counted } = fieldsOf(outputs);
  const usage = usageOf(counted, undefined, undefined);
  return {
    output: isFields(answers) ? answers : chainOutput(outputs),
    ...(textOf(model) !== undefined && { model: model as string }),
    ...(usage && { usageDetails: usage }),
  };
}
