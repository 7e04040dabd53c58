import { types } from "#platform/types";
import { isFields } from "@svc/core/internal";
import type { AnswerReceiver } from "../call/answer-receiver.ts";
import { ownData } from "../data/plain-data.ts";

type ParseResponse = (this: unknown, ...args: unknown[]) => unknown;

/** Prototype of the last response of the platform, or of a package in its place. */
let platformPrototype: object | undefined;

/**
 * Tells the call, before a promise parses its response, where the answer comes from: the `json()` of a response that the
 * application's own `fetch` made up can answer with anything, getters included.
 */
export function noteOriginWhenParsed(promise: object, call: AnswerReceiver): void {
  const { parseResponse } = promise as { parseResponse?: unknown };
  if (typeof parseResponse === "function") {
    (promise as { parseResponse: unknown }).parseResponse = withOrigin(parseResponse as ParseResponse, call);
  }
}

/** Tells the call where an answer comes from that is parsed of these properties of a response. */
export function noteOrigin(responseProps: unknown, call: AnswerReceiver): void {
  if (!isOfPlatform(ownData(responseProps, "response"))) call.isForeign = true;
}

/** Refers to the call and not to the promise, so that the collection of the promise is noticed. */
function withOrigin(parseResponse: ParseResponse, call: AnswerReceiver): ParseResponse {
  return function (this: unknown, ...args) {
    // Some SDKs give their client before the properties of the response.
    noteOrigin(args.at(-1), call);
    return parseResponse.apply(this, args);
  };
}

/** Returns true for a response whose methods are those of the platform's class, or of a package in its place. */
function isOfPlatform(response: unknown): boolean {
  if (!isFields(response) || types.isProxy(response)) return false;
  const prototype = Object.getPrototypeOf(response) as object | null;
  if (prototype !== platformPrototype) {
    if (ownData(ownData(prototype, "constructor"), "name") !== "Response") return false;
    platformPrototype = prototype!;
  }
  return !Object.hasOwn(response, "json") && !Object.hasOwn(response, "text");
}
