const MOST_SHOWN = 10;

/**
 * Collector of the problems with the spans of one request. Each problem names its place, because the sender cannot see our
 * decoder.
 */
export class SpanProblems {
  #place = "";
  #count = 0;
  readonly #shown: string[] = [];

  /** Sets the span that the following problems belong to: its index in `resourceSpans`, `scopeSpans` and `spans`. */
  at(resource: number, scope?: number, span?: number): void {
    this.#place = `resourceSpans[${resource}]`;
    if (scope !== undefined) this.#place += `.scopeSpans[${scope}]`;
    if (span !== undefined) this.#place += `.spans[${span}]`;
  }

  /** Adds one problem at the current place, such as `traceId:absent`. */
  add(reason: string): void {
    this.#count += 1;
    if (this.#shown.length < MOST_SHOWN) this.#shown.push(`${reason} at ${this.#place}`);
  }

  /** Returns the problems in one line, the first 10 in full and the number of the others; undefined when there are none. */
  summary(): string | undefined {
    if (this.#count === 0) return undefined;
    const hidden = this.#count - this.#shown.length;
    return this.#shown.join(", ") + (hidden > 0 ? `, and ${hidden} more` : "");
  }
}
