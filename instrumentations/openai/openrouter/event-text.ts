import type { Accumulator, Answer } from "@svc/instrumentation";

/** End of a line of an event stream. */
const LINE_END = /\r\n|\n|\r/;
const DATA = "data:";

/** Accumulator of an answer from the bytes of an event stream, whose events an inner accumulator is given as the server sent them. */
export class EventTextAccumulator implements Accumulator {
  readonly #events: Accumulator;
  readonly #decoder = new TextDecoder();
  /** Text after the last whole line. */
  #rest = "";
  /** Data of the event that has begun. */
  #data = "";

  constructor(events: Accumulator) {
    this.#events = events;
  }

  add(chunk: unknown): boolean {
    if (!(chunk instanceof Uint8Array)) return false;
    const text = this.#rest + this.#decoder.decode(chunk, { stream: true });
    // The line feed after a carriage return may be in the next chunk.
    const end = text.endsWith("\r") ? text.length - 1 : text.length;
    const lines = text.slice(0, end).split(LINE_END);
    this.#rest = lines.pop()! + text.slice(end);
    let hasContent = false;
    for (const line of lines) hasContent = this.#addLine(line) || hasContent;
    return hasContent;
  }

  answer(): Answer {
    return this.#events.answer();
  }

  /** Returns true when the line ends an event that brings content. */
  #addLine(line: string): boolean {
    if (line !== "") {
      if (line.startsWith(DATA)) this.#data += line.slice(DATA.length);
      return false;
    }
    const event = parsed(this.#data);
    this.#data = "";
    return event !== undefined && this.#events.add(event);
  }
}

/** Returns the value of a JSON text; undefined for any other text, such as the mark at the end of the stream. */
function parsed(text: string): unknown {
  if (!text.includes("{")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
