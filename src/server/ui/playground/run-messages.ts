import type { MessagePart, RunMessage, RunTool } from "../../playground/message.ts";
import { type EditedMessage, editedMessage } from "../conversation/edited-message.ts";
import { type Fields, type Message, type Part, isFields } from "../conversation/message.ts";

type Role = RunMessage["role"];

/** Roles to choose from. */
export const ROLES: readonly Role[] = ["system", "user", "assistant", "tool"];

/** Roles in the words of the providers and frameworks. */
const SAME_ROLES: Readonly<Record<string, Role>> = {
  developer: "system",
  human: "user",
  ai: "assistant",
  model: "assistant",
  function: "tool",
};

/** Returns a recorded message to edit. Leaves out what cannot be sent again, such as the thinking of a model. */
export function editable({ role, parts }: Message): EditedMessage {
  const text = parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n");
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
  const tools = isFields(input) ? (input["tools"] ?? input["functions"]) : undefined;
  return Array.isArray(tools) ? tools.filter(isFields).flatMap(readTool) : [];
}

function readTool(tool: Fields): RunTool[] {
  const declared = tool["functionDeclarations"];
  if (Array.isArray(declared)) return declared.filter(isFields).flatMap(readTool);
  const { name, description, ...fields } = isFields(tool["function"]) ? tool["function"] : tool;
  if (typeof name !== "string" || name === "") return [];
  const parameters = fields["parameters"] ?? fields["input_schema"] ?? fields["parametersJsonSchema"];
  return [
    { name, ...(typeof description === "string" && { description }), ...(isFields(parameters) && { parameters }) },
  ];
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
