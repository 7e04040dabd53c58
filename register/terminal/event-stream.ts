/** Server-sent event. */
export interface StreamEvent {
  readonly id: string | undefined;
  readonly name: string;
  readonly data: string;
}

/** Longest event that is kept, in characters. A longer one is no event of the service. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

/** Reads server-sent events from the body of an answer, until it ends. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  let waiting = "";
  let held = "";
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    const text = held + decoder.decode(bytes, { stream: true });
    // The line feed after a carriage return may be in the next piece.
    held = text.endsWith("\r") ? "\r" : "";
    waiting += text.slice(0, text.length - held.length).replaceAll(/\r\n?/g, "\n");
    for (let end = waiting.indexOf("\n\n"); end >= 0; end = waiting.indexOf("\n\n")) {
      const event = readEvent(waiting.slice(0, end));
      waiting = waiting.slice(end + 2);
      if (event !== undefined) yield event;
    }
    if (waiting.length > MOST_CHARACTERS) throw new Error("an event of the service is too long");
  }
}

/** Returns an event; undefined for a comment. */
function readEvent(text: string): StreamEvent | undefined {
  const fields = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    fields.set(name, [...(fields.get(name) ?? []), value]);
  }
  const data = fields.get("data");
  if (data === undefined) return undefined;
  return { id: fields.get("id")?.at(-1), name: fields.get("event")?.at(-1) ?? "message", data: data.join("\n") };
}
