import type { ReadableSpan, Resource, TimedEvent } from "../readable-span.ts";
import { isExactEventName } from "./exact-names.ts";
import { maskAttributes, maskText } from "./mask-attributes.ts";
import { MaskedResource } from "./masked-resource.ts";
import { isPromiseLike, type MaskFunction } from "./mask-texts.ts";

type Pending = Array<Promise<void>>;

/** Masker of spans: it gives a copy of each, in which the mask has seen every text of span, events, links and resource. */
export class SpanMasker {
  readonly #mask: MaskFunction;
  /** Spans of a process share a resource, and batches know it by its identity. */
  readonly #resources = new WeakMap<Resource, MaskedResource>();

  constructor(mask: MaskFunction) {
    this.#mask = mask;
  }

  /** Returns the masked copy; the span itself does not change. Returns a promise only when the mask does. */
  maskedCopyOf(span: ReadableSpan): ReadableSpan | Promise<ReadableSpan> {
    const pending: Pending = [];
    const masked = Object.create(span, {
      attributes: { value: maskAttributes(span.attributes, this.#mask, pending), enumerable: true },
      events: { value: span.events.map((event) => this.#maskEvent(event, pending)), enumerable: true },
      links: { value: span.links.map((link) => this.#maskLink(link, pending)), enumerable: true },
      status: { value: this.#maskStatus(span.status, pending), enumerable: true },
      resource: { value: this.#maskResource(span.resource), enumerable: true },
    }) as ReadableSpan;
    return pending.length === 0 ? masked : Promise.all(pending).then(() => masked);
  }

  #maskEvent(event: TimedEvent, pending: Pending): TimedEvent {
    const masked: { -readonly [Key in keyof TimedEvent]: TimedEvent[Key] } = { ...event };
    if (event.attributes) masked.attributes = maskAttributes(event.attributes, this.#mask, pending);
    if (!isExactEventName(event.name)) this.#maskField(event.name, pending, (name) => (masked.name = name));
    return masked;
  }

  #maskLink(link: ReadableSpan["links"][number], pending: Pending): ReadableSpan["links"][number] {
    if (!link.attributes) return link;
    return { ...link, attributes: maskAttributes(link.attributes, this.#mask, pending) };
  }

  #maskStatus(status: ReadableSpan["status"], pending: Pending): ReadableSpan["status"] {
    const masked = { ...status };
    if (status.message) this.#maskField(status.message, pending, (message) => (masked.message = message));
    return masked;
  }

  #maskField(text: string, pending: Pending, put: (masked: string) => void): void {
    const result = maskText(text, this.#mask);
    if (!isPromiseLike(result)) put(result);
    else pending.push(Promise.resolve(result).then(put));
  }

  #maskResource(resource: Resource): Resource {
    let masked = this.#resources.get(resource);
    if (masked === undefined) this.#resources.set(resource, (masked = new MaskedResource(resource, this.#mask)));
    return masked;
  }
}
