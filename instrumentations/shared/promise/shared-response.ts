import { isFields } from "@svc/core/internal";
import { promiseListeners } from "./promise-listeners.ts";

type ParseResponse = (client: unknown, response: unknown) => Promise<unknown>;
type OnAnswer = (data: unknown) => void;

/** Prepares for a helper of the SDK that builds another promise over the response of one. */
export function watchSharedResponses(): void {
  promiseListeners.ofResponses ??= new WeakMap();
}

/** Calls back with the answer that another promise reads out of the response. */
export function listenToShared(response: unknown, onAnswer: OnAnswer): void {
  if (isFields(response)) promiseListeners.ofResponses?.set(response, onAnswer);
}

/** Has a promise that is about to be parsed tell the listener of its response. */
export function hearSharedResponse(promise: unknown): void {
  if (promiseListeners.ofResponses === undefined || !isFields(promise)) return;
  const { parseResponse } = promise;
  if (typeof parseResponse !== "function" || listening.has(parseResponse as ParseResponse)) return;
  (promise as { parseResponse: unknown }).parseResponse = withListener(parseResponse as ParseResponse);
}

const listening = new WeakSet<ParseResponse>();

function withListener(parseResponse: ParseResponse): ParseResponse {
  const heard: ParseResponse = (client, response) => {
    const answer = parseResponse(client, response);
    const onAnswer = isFields(response) ? promiseListeners.ofResponses?.get(response) : undefined;
    if (onAnswer === undefined) return answer;
    return answer.then((data) => {
      onAnswer(data);
      return data;
    });
  };
  listening.add(heard);
  return heard;
}
