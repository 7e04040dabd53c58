import { fieldsOf, isFields, listOf } from "@svc/core";
import { guarded } from "./guard.ts";

/**
 * A message that its provider gave no id gets that of its run from LangChain, but only when somebody has asked to hear of
 * the run. Where that is nobody but us the message is to stay without one, as the application has it without us.
 */
const ID_OF_RUN = /^run-[0-9a-f-]{36}$/;

const UPDATE_ID = "_updateId";

/** Sees to it that the messages of a model's result, or of one step of its stream, get no such id. */
export function keepingIds<T>(result: T): T {
  return result instanceof Promise ? (keepingIdsOf(result) as T) : result;
}

/** Waits as LangChain would: an error's stack names the awaiting functions. */
async function keepingIdsOf(promise: Promise<unknown>): Promise<unknown> {
  const result = await promise;
  guarded(() => {
    const { generations, value } = fieldsOf(result);
    for (const answer of [...listOf(generations), value]) refuseRunId(fieldsOf(answer).message);
  });
  return result;
}

/** LangChain sets a missing id next: that one time it is refused. */
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
