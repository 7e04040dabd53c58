import type { Attributes, Exception, Span, SpanContext, SpanStatus } from "@opentelemetry/api";
import { fieldsOf, type Fields } from "@svc/core/internal";

/** Span that the AI SDK writes to, up to version 6. Keeps what is written; `native`, when given, is written to as well. */
export class CallSpan implements Span {
  attributes: Fields;
  /** Error that the AI SDK reported. */
  failure: { readonly error: unknown } | undefined;
  /** Attributes that the AI SDK is still computing. */
  pending: Promise<void> | undefined;
  /** Called when the AI SDK ends the span. */
  onEnd: (() => void) | undefined;
  readonly #context: SpanContext;
  readonly #native: Span | undefined;

  constructor(attributes: Attributes, spanContext: SpanContext, native?: Span) {
    this.attributes = attributes;
    this.#context = spanContext;
    this.#native = native;
  }

  spanContext(): SpanContext {
    return this.#context;
  }

  setAttribute(key: string, value: unknown): this {
    this.attributes = { ...this.attributes, [key]: value };
    this.#native?.setAttributes(writable({ [key]: value }));
    return this;
  }

  setAttributes(attributes: Attributes): this {
    const given: unknown = attributes;
    // Versions 5 and 6 pass a promise for the result of a tool.
    if (given instanceof Promise) {
      this.pending = given.then(
        (values) => void (this.attributes = { ...this.attributes, ...fieldsOf(values) }),
        () => {},
      );
    } else {
      this.attributes = { ...this.attributes, ...attributes };
      this.#native?.setAttributes(writable(attributes));
    }
    return this;
  }

  addEvent(name: string, ...rest: never[]): this {
    this.#native?.addEvent(name, ...rest);
    return this;
  }

  addLink(): this {
    return this;
  }

  addLinks(): this {
    return this;
  }

  setStatus(status: SpanStatus): this {
    this.#native?.setStatus(status);
    return this;
  }

  updateName(name: string): this {
    this.#native?.updateName(name);
    return this;
  }

  recordException(exception: Exception): void {
    const { name = "Error", message } = typeof exception === "string" ? { message: exception } : exception;
    this.failure ??= { error: Object.assign(new Error(message), { name }) };
    this.#native?.recordException(exception);
  }

  isRecording(): boolean {
    return true;
  }

  end(): void {
    // Version 4 ends the span of a stream twice.
    if (this.#native?.isRecording()) this.#native.end();
    this.onEnd?.();
  }
}

/** Returns the attributes that OpenTelemetry accepts: the AI SDK passes on metadata of every kind. */
export function writable(attributes: Fields): Attributes {
  const accepted: Attributes = {};
  for (const [name, value] of Object.entries(attributes)) {
    const isValue = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
    if (isValue || Array.isArray(value)) accepted[name] = value;
  }
  return accepted;
}
