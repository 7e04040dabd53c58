import { fieldsOf, isFields, listOf } from "@svc/core/internal";
import { recordSafely } from "../run/record-safely.ts";

/**
 * Pattern of a message id that LangChain derives from the run. LangChain sets such an id on a message to which the provider
 * gave none, but only when a handler asked for the run. Where the automatic handler is the only one, the message must stay
 * without an id, as in an application without this package.
 */
const ID_OF_RUN = /^run-[0-9a-f-]{36}$/;

const UPDATE_ID = "_updateId";

/** Keeps LangChain from setting an id of the run on the messages of a model's result, or of one step of its stream. */
export function keepingIds<T>(result: T): T {
  return result instanceof Promise ? (keepingIdsOf(result) as T) : result;
}

/** Uses `await` as LangChain does: an error's stack names the awaiting functions. */
async function keepingIdsOf(promise: Promise<unknown>): Promise<unknown> {
  const result = await promise;
  recordSafely(() => {
    const { generations, value } = fieldsOf(result);
    for (const answer of [...listOf(generations), value]) refuseRunId(fieldsOf(answer).message);
  });
  return result;
}

/** Refuses the next id that LangChain sets on a message without an id, if that id is derived from the run. */
function refuseRunId(message: unknown): void {
  if (!isFields(message) || (message.id !== undefined && message.id !== null)) return;
  const update = message[UPDATE_ID];
  if (typeof update !== "function") return;
  const once = (id: unknown): void => {
    Reflect.deleteProperty(message, UPDATE_ID);
    if (typeof id !== "string" || !ID_OF_RUN.test(id)) Reflect.apply(update, message, [id]);
  };
  Object.defineProperty(message, UPDATE_ID, { value: once, configurable: true, enumerable: false, writable: true });
}
