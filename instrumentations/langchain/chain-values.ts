import { isFields, listOf, textOf } from "@svc/core";
import { withRecordedMessages } from "./messages.ts";

/**
 * What went into a chain, as it is recorded: messages in their short form; a value that LangChain wrapped as `input`, and
 * a conversation that is all there is, without the wrapping.
 */
export function chainInput(inputs: unknown): unknown {
  if (isFields(inputs) && textOf(inputs.content) !== undefined && listOf(inputs.tool_calls).length === 0) {
    return inputs.content;
  }
  const recorded = withRecordedMessages(inputs);
  return only(recorded, "messages") ?? onlyMessages(inputs, recorded) ?? recorded;
}

/** What came out of a chain, as it is recorded: a text that LangChain wrapped as `output` without the wrapping. */
export function chainOutput(outputs: unknown): unknown {
  const recorded = withRecordedMessages(outputs);
  return only(recorded, "output") ?? recorded;
}

/** `{ input: messages }` gives the messages; another `{ input }` is left as LangChain reports it. */
function onlyMessages(inputs: unknown, recorded: unknown): unknown {
  const input = only(recorded, "input");
  return input !== only(inputs, "input") ? input : undefined;
}

function only(value: unknown, key: string): unknown {
  if (!isFields(value) || Array.isArray(value)) return undefined;
  const keys = Object.keys(value);
  return keys.length === 1 && keys[0] === key ? value[key] : undefined;
}
