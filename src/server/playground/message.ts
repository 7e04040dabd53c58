export type MessagePart =
  | { readonly kind: "text"; readonly text: string }
  /** Image as a `data:` URI, the reference of a stored media, or an address. */
  | { readonly kind: "image"; readonly source: string }
  | { readonly kind: "toolCall"; readonly id: string; readonly name: string; readonly arguments: unknown }
  | { readonly kind: "toolResult"; readonly id: string; readonly content: unknown };

/** Message of a conversation, for any provider. */
export interface RunMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly parts: readonly MessagePart[];
}

/** Tool that the model may call. */
export interface RunTool {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly parameters?: object;
}

/** Call of a tool that the model asks for. */
export interface ToolCall {
  id: string;
  name: string;
  /** JSON text. */
  arguments: string;
}

/** Returns the text of a message without its other parts. */
export function textOfParts(parts: readonly MessagePart[]): string {
  return parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n");
}

export function partsOf<Kind extends MessagePart["kind"]>(
  parts: readonly MessagePart[],
  kind: Kind,
): Array<Extract<MessagePart, { kind: Kind }>> {
  return parts.filter((part): part is Extract<MessagePart, { kind: Kind }> => part.kind === kind);
}

/** Type and base64 content of a `data:` URI; undefined for any other source of an image. */
export function readDataUri(source: string): { type: string; data: string } | undefined {
  const [, type = "", data = ""] = /^data:([\w.+-]+\/[\w.+-]+);base64,(.*)$/s.exec(source) ?? [];
  return type === "" ? undefined : { type, data };
}
