import { isJsonObject, mediaLabel, type Fields, type Message, type Part } from "@svc/core/internal/messages";
import type { MessagePart, RunMessage, RunTool } from "../../playground/message.ts";
import { type EditedMessage, editedMessage } from "../conversation/edited-message.ts";

type Role = RunMessage["role"];

export const ROLES: readonly Role[] = ["system", "user", "assistant", "tool"];

/** Roles in the words of the providers and frameworks. */
const SAME_ROLES: Readonly<Record<string, Role>> = {
  developer: "system",
  human: "user",
  ai: "assistant",
  model: "assistant",
  function: "tool",
};

/**
 * Returns a recorded message to edit. Leaves out the thinking of a model, which cannot be sent again. What no model takes, such as a
 * sound, is named in the text, and what nobody can read stands there as JSON.
 */
export function editable({ role, parts }: Message): EditedMessage {
  const text = parts.flatMap(wordsOf).join("\n");
  const isTool = parts.length > 0 && parts.every(({ kind }) => kind === "toolResult");
  return editedMessage(
    isTool ? "tool" : roleOf(role),
    text,
    parts.filter((part) => sent(part).length > 0),
  );
}

/** Returns messages as the service sends them. */
export function toRunMessages(messages: readonly EditedMessage[]): RunMessage[] {
  return messages.map(({ role, text, others }) => {
    const parts = others.flatMap(sent);
    const written: MessagePart[] = text === "" && parts.length > 0 ? [] : [{ kind: "text", text }];
    // The result of a tool stands before what the user says to it, a call after what the model says.
    const results = parts.filter(({ kind }) => kind === "toolResult");
    return {
      role: roleOf(role),
      parts: [...results, ...written, ...parts.filter(({ kind }) => kind !== "toolResult")],
    };
  });
}

/** Returns the tools in a recorded input, in the form of any provider. */
export function readTools(input: unknown): RunTool[] {
  const tools = isJsonObject(input) ? (input["tools"] ?? input["functions"]) : undefined;
  return Array.isArray(tools) ? tools.filter(isJsonObject).flatMap(readTool) : [];
}

function readTool(tool: Fields): RunTool[] {
  const declared = tool["functionDeclarations"];
  if (Array.isArray(declared)) return declared.filter(isJsonObject).flatMap(readTool);
  const { name, description, ...fields } = isJsonObject(tool["function"]) ? tool["function"] : tool;
  if (typeof name !== "string" || name === "") return [];
  const parameters = fields["parameters"] ?? fields["input_schema"] ?? fields["parametersJsonSchema"];
  return [
    { name, ...(typeof description === "string" && { description }), ...(isJsonObject(parameters) && { parameters }) },
  ];
}

function wordsOf(part: Part): string[] {
  if (part.kind === "text") return [part.text];
  if (part.kind === "other") return [typeof part.value === "string" ? part.value : JSON.stringify(part.value, null, 2)];
  return part.kind === "media" && sent(part).length === 0 ? [mediaLabel(part.source)] : [];
}

function roleOf(role: string): Role {
  return ROLES.find((known) => known === role) ?? SAME_ROLES[role] ?? "user";
}

/** Sources of pictures: data, the media of the service, an address. Models take sounds and films in other ways, or not at all. */
const PICTURE = /^(?:data:image\/|@@@\w+:type=image\/|https?:)/;

/** Returns a part as the service sends it to a model; nothing for a part that cannot be sent. */
function sent(part: Part): MessagePart[] {
  if (part.kind === "media" && PICTURE.test(part.source)) return [{ kind: "image", source: part.source }];
  return part.kind === "toolCall" || part.kind === "toolResult" ? [part] : [];
}
