import type { Attributes } from "@opentelemetry/api";
import { providerName, textOf } from "@svc/core/internal";
import { PROVIDER_NAME, RESPONSE_FINISH_REASONS } from "@svc/core/internal/gen-ai";

/** Returns an attribute with this text; none for an empty text and for another value. */
export function textAttribute(name: string, value: unknown): Attributes {
  const text = textOf(value);
  return text === undefined ? {} : { [name]: text };
}

/** Returns the attribute of the provider that a framework names, in the words of the GenAI conventions. */
export function providerAttribute(named: unknown): Attributes {
  const name = textOf(named);
  return name === undefined ? {} : { [PROVIDER_NAME]: providerName(name) };
}

/** Returns the attribute of the reasons why an answer ended, as far as they are texts. */
export function reasonsAttribute(...reasons: readonly unknown[]): Attributes {
  const texts = reasons.flatMap((reason) => textOf(reason) ?? []);
  return texts.length === 0 ? {} : { [RESPONSE_FINISH_REASONS]: texts };
}
