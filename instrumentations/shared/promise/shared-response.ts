import { isFields } from "@svc/core/internal";
import { patchForGood, topOwnerOf, type Method } from "../patching/patch.ts";

type ParseResponse = (client: unknown, response: unknown) => Promise<unknown>;
type OnAnswer = (data: unknown) => void;

const listeners = new WeakMap<object, OnAnswer>();

/** Prepares the class of a promise, before a helper of the SDK builds another promise of the class over the same response. */
export function watchSharedResponses(promise: object): void {
  const owner = topOwnerOf(promise, "parse");
  // The patch stays for good: for every other response it does nothing.
  if (owner) patchForGood(owner, "parse", reporting);
}

/** Calls back with the answer that another promise reads out of the response. */
export function listenToShared(response: unknown, onAnswer: OnAnswer): void {
  if (isFields(response)) listeners.set(response, onAnswer);
}

function reporting(method: Method): Method {
  return function parse(this: unknown, ...args: unknown[]): unknown {
    if (isFields(this) && typeof this.parseResponse === "function") {
      const promise = this as { parseResponse: ParseResponse };
      const { parseResponse } = promise;
      if (!listening.has(parseResponse)) promise.parseResponse = withListener(parseResponse);
    }
    return Reflect.apply(method, this, args);
  };
}

/** Functions that tell a listener. */
const listening = new WeakSet<ParseResponse>();

function withListener(parseResponse: ParseResponse): ParseResponse {
  const heard: ParseResponse = (client, response) => {
    const answer = parseResponse(client, response);
    const onAnswer = isFields(response) ? listeners.get(response) : undefined;
    if (onAnswer === undefined) return answer;
    return answer.then((data) => {
      onAnswer(data);
      return data;
    });
  };
  listening.add(heard);
  return heard;
}
