import { fieldsOf, listOf, textOf, type Fields } from "@svc/core/internal";

/** Settings of a call that are recorded as parameters of the model, by their names in the AI SDK; `maxTokens` is that of version 4. */
export const PARAMETERS: readonly string[] = [
  "temperature",
  "maxOutputTokens",
  "maxTokens",
  "topP",
  "topK",
  "presencePenalty",
  "frequencyPenalty",
  "stopSequences",
  "seed",
  "reasoning",
  "toolChoice",
  "maxRetries",
  "dimensions",
  "topN",
  "voice",
  "outputFormat",
  "speed",
  "language",
];

/** Returns the parameters that a call sets, with the provider and the options meant for it. */
export function modelParameters(call: Fields): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const name of PARAMETERS) {
    const value = call[name];
    if (value !== undefined && value !== null) parameters[name] = value;
  }
  const provider = textOf(call.provider);
  if (provider !== undefined) parameters["provider"] = provider;
  const options = fieldsOf(call.providerOptions);
  if (Object.keys(options).length > 0) parameters["providerOptions"] = options;
  return parameters;
}

/** Returns the input alone, or together with the tools that the model was offered. */
export function withTools(messages: unknown, { tools }: Fields): unknown {
  return listOf(tools).length > 0 ? { messages, tools } : messages;
}
