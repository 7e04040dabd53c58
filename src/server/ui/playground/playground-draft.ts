import { parseExactJson, isExactNumber } from "@svc/core/internal";
import { isJsonObject, parsedContent, readMessages, type Fields } from "@svc/core/internal/messages";
import type { ObservationV2, Prompt } from "@svc/core/api";
import type { RunParameters, RunRequest } from "../../playground/run-request.ts";
import type { RunTool } from "../../playground/message.ts";
import { type EditedMessage, PLACEHOLDER, editedMessage } from "../conversation/edited-message.ts";
import { fillIn } from "./fill-in.ts";
import { editable, readTools, toRunMessages } from "./run-messages.ts";

/** Content of the playground, as it was typed. */
export interface PlaygroundDraft {
  readonly messages: readonly EditedMessage[];
  /** True for messages with variables, such as those of a prompt. Recorded messages may hold braces that are none. */
  readonly isTemplate: boolean;
  /** Values of variables, and JSON texts of the messages for placeholders. */
  readonly values: Readonly<Record<string, string>>;
  /** Name of the connection; empty before the first choice. */
  readonly connection: string;
  readonly model: string;
  readonly temperature: string;
  readonly topP: string;
  readonly maxTokens: string;
  /** JSON texts. */
  readonly tools: string;
  readonly extra: string;
}

/** Names of parameters in the words of the providers, the first found counts. */
const PARAMETERS = {
  temperature: ["temperature"],
  topP: ["top_p", "topP"],
  maxTokens: ["max_tokens", "max_completion_tokens", "max_output_tokens", "maxTokens", "maxOutputTokens"],
} as const;

/** Parameters that are sent again under the names that they have. */
const KEPT: ReadonlySet<string> = new Set([
  "frequency_penalty",
  "presence_penalty",
  "reasoning_effort",
  "response_format",
  "seed",
  "stop",
  "stop_sequences",
  "thinking",
  "tool_choice",
  "top_k",
]);

/** Returns a draft with nothing but an empty question. */
export function emptyDraft(): PlaygroundDraft {
  const messages = [editedMessage("system", ""), editedMessage("user", "")];
  return { ...draftOf(messages, undefined, {}, []), isTemplate: true };
}

/** Returns the draft that runs a prompt. Its config may name the model and its parameters. */
export function draftOfPrompt({ prompt, config }: Prompt): PlaygroundDraft {
  const messages =
    typeof prompt === "string"
      ? [editedMessage("user", prompt)]
      : prompt.map((message) =>
          "content" in message
            ? editedMessage(message.role, message.content)
            : editedMessage(PLACEHOLDER, message.name),
        );
  const fields = isJsonObject(config) ? config : {};
  return { ...draftOf(messages, fields["model"], fields, readTools(fields)), isTemplate: true };
}

/** Returns the draft that runs a generation again. */
export function draftOfObservation({ input, providedModelName, modelParameters }: ObservationV2): PlaygroundDraft {
  const given = parsedContent(input);
  const messages = readMessages(given, "user")?.map(editable) ?? [editedMessage("user", textOf(given))];
  return draftOf(messages, providedModelName, isJsonObject(modelParameters) ? modelParameters : {}, readTools(given));
}

/** Returns the request of a draft. Throws an error for people when something in it cannot be used. */
export function requestOf(draft: PlaygroundDraft): RunRequest {
  const { connection, model } = draft;
  if (model.trim() === "") throw new Error("Choose a model");
  const messages = draft.isTemplate ? fillIn(draft.messages, draft.values) : draft.messages;
  if (messages.length === 0) throw new Error("Write a message");
  const tools = readJson("Tools", draft.tools || "[]");
  const extra = readJson("Further fields", draft.extra || "{}");
  if (!Array.isArray(tools)) throw new Error("Tools: a list is expected");
  if (!isJsonObject(extra)) throw new Error("Further fields: an object is expected");
  const parameters = Object.fromEntries(
    (["temperature", "topP", "maxTokens"] as const).flatMap((name) => {
      const typed = draft[name].trim();
      if (typed === "") return [];
      if (!Number.isFinite(Number(typed))) throw new Error(`${typed} is no number`);
      return [[name, Number(typed)]];
    }),
  ) as RunParameters;
  return {
    connection,
    model: model.trim(),
    messages: toRunMessages(messages),
    parameters,
    // The service checks what stands in the list.
    ...(tools.length > 0 && { tools: tools as RunTool[] }),
    extra,
  };
}

function draftOf(
  messages: readonly EditedMessage[],
  model: unknown,
  parameters: Fields,
  tools: readonly RunTool[],
): PlaygroundDraft {
  const typed = (names: readonly string[]): string => {
    const value = names.map((name) => parameters[name]).find((one) => one != null);
    if (isExactNumber(value)) return value.rawJSON;
    return typeof value === "number" || typeof value === "string" ? String(value) : "";
  };
  const kept = Object.entries(parameters).filter(([name, value]) => KEPT.has(name) && value != null);
  return {
    messages,
    isTemplate: false,
    values: {},
    connection: "",
    model: typeof model === "string" ? model : "",
    temperature: typed(PARAMETERS.temperature),
    topP: typed(PARAMETERS.topP),
    maxTokens: typed(PARAMETERS.maxTokens),
    tools: tools.length === 0 ? "" : JSON.stringify(tools, null, 2),
    extra:
      kept.length === 0 ? "" : JSON.stringify(Object.fromEntries(kept.map(([n, v]) => [n, parsedContent(v)])), null, 2),
  };
}

function readJson(label: string, text: string): unknown {
  try {
    return parseExactJson(text);
  } catch (error) {
    throw new Error(`${label}: this is not JSON: ${error instanceof Error ? error.message.slice(0, 200) : ""}`, {
      cause: error,
    });
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : value == null ? "" : JSON.stringify(value, null, 2);
}
