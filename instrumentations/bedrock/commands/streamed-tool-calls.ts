import { fieldsOf, isFields, listOf, type Fields } from "@svc/core/internal";

/** Tool calls of a stream. In OpenAI's form a call comes in pieces that have its index; in those of Cohere and Mistral as a whole. */
export class StreamedToolCalls {
  readonly #calls: Record<string, unknown>[] = [];

  /** Adds the calls, or pieces of calls, of one chunk. Returns true when there were any. */
  add(calls: unknown): boolean {
    const list = listOf(calls).filter((call) => isFields(call));
    for (const call of list) {
      const started =
        typeof call.index === "number" ? this.#calls.find(({ index }) => index === call.index) : undefined;
      if (started === undefined) this.#calls.push({ ...call });
      else started.function = extended(fieldsOf(started.function), fieldsOf(call.function));
    }
    return list.length > 0;
  }

  /** Returns the whole calls; undefined when there was none. */
  get all(): readonly Fields[] | undefined {
    return this.#calls.length > 0 ? this.#calls : undefined;
  }
}

function extended(started: Fields, piece: Fields): Fields {
  const { arguments: before = "" } = started;
  const { arguments: added = "" } = piece;
  const isText = typeof before === "string" && typeof added === "string";
  return isText ? { ...started, arguments: before + added } : { ...started, ...piece };
}
