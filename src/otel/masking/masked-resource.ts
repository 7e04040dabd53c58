import type { Attributes } from "@opentelemetry/api";
import { knownAttributes } from "../encoding/otlp.ts";
import type { Resource } from "../readable-span.ts";
import { maskAttributes } from "./mask-attributes.ts";
import type { MaskFunction } from "./mask-texts.ts";

/**
 * Resource with masked attributes. An attribute that is still being detected, or whose mask has not answered, is missing until then: it never
 * leaves as it was.
 */
export class MaskedResource implements Resource {
  readonly #resource: Resource;
  readonly #mask: MaskFunction;
  readonly #taken = new Set<string>();
  readonly #parts: Attributes[] = [];
  #unanswered = 0;
  #answers: Promise<unknown> = Promise.resolve();

  constructor(resource: Resource, mask: MaskFunction) {
    this.#resource = resource;
    this.#mask = mask;
    this.#take();
  }

  get schemaUrl(): string | undefined {
    return (this.#resource as { schemaUrl?: string }).schemaUrl;
  }

  get asyncAttributesPending(): boolean {
    return this.#resource.asyncAttributesPending === true || this.#unanswered > 0;
  }

  get attributes(): Attributes {
    this.#take();
    return Object.assign({}, ...this.#parts) as Attributes;
  }

  async waitForAsyncAttributes(): Promise<void> {
    await this.#resource.waitForAsyncAttributes?.();
    this.#take();
    await this.#answers;
  }

  getRawAttributes(): ReadonlyArray<readonly [key: string, value: unknown]> {
    return Object.entries(this.attributes);
  }

  /** Masks the attributes that have become known. */
  #take(): void {
    const known = Object.entries(knownAttributes(this.#resource)).filter(([key]) => !this.#taken.has(key));
    if (known.length === 0) return;
    for (const [key] of known) this.#taken.add(key);
    const pending: Array<Promise<void>> = [];
    const part = maskAttributes(Object.fromEntries(known), this.#mask, pending);
    if (pending.length === 0) {
      this.#parts.push(part);
      return;
    }
    this.#answers = Promise.all([this.#answers, this.#keepAnswered(part, pending)]);
  }

  async #keepAnswered(part: Attributes, pending: ReadonlyArray<Promise<void>>): Promise<void> {
    this.#unanswered++;
    await Promise.all(pending);
    this.#unanswered--;
    this.#parts.push(part);
  }
}
