import { isFields, listOf, textOf } from "@svc/core/internal";
import { withRecordedMessages } from "./messages.ts";

/**
 * Returns the input of a chain as recorded, with messages in their short form. A text message without tool calls gives its
 * text. A conversation that is the only field, `messages` or `input`, stands without that field.
 */
export function chainInput(inputs: unknown): unknown {
  if (isFields(inputs) && textOf(inputs.content) !== undefined && listOf(inputs.tool_calls).length === 0) {
    return inputs.content;
  }
  const recorded = withRecordedMessages(inputs);
  return only(recorded, "messages") ?? onlyMessages(inputs, recorded) ?? recorded;
}

/**
 * Returns the output of a chain as recorded, with messages in their short form. A value that LangChain wrapped as `output`
 * stands without the wrapping.
 */
export function chainOutput(outputs: unknown): unknown {
  const recorded = withRecordedMessages(outputs);
  return only(recorded, "output") ?? recorded;
}

/**
 * Returns the messages of `{ input: messages }`; undefined for another `{ input }`, which is recorded as LangChain reports it.
 */
function onlyMessages(inputs: unknown, recorded: unknown): unknown {
  const input = only(recorded, "input");
  return input !== only(inputs, "input") ? input : undefined;
}

function only(value: unknown, key: string): unknown {
  if (!isFields(value) || Array.isArray(value)) return undefined;
  const keys = Object.keys(value);
  return keys.length === 1 && keys[0] === key ? value[key] : undefined;
}
