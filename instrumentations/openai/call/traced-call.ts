import { context } from "@opentelemetry/api";
import { isOwnedCall, logger, SUPPRESS_TRACING } from "@svc/core/internal";
import { types } from "node:util";
import { isApiPromise, observeApiPromise } from "../promise/api-promise.ts";
import { observePromise } from "../promise/plain-promise.ts";
import { ownData } from "../request/plain-data.ts";
import { callIn, watchRequests } from "../request/request-watch.ts";
import { UNREAD } from "./ending.ts";
import { ObservedCall } from "./observed-call.ts";
import type { Operation } from "./operation.ts";
import { configOfCall, startConfigured, type SvcConfig } from "./svc-config.ts";

/** Method of a resource class of the `openai` package. */
export type ApiMethod = (this: unknown, ...args: unknown[]) => unknown;

/** Field in which a resource of the SDK keeps its client. */
export const CLIENT = "_client";

/**
 * Makes the call as the application asked for it, inside an observation, with the configuration of its client if there is one.
 */
export function tracedCall(
  operation: Operation,
  method: ApiMethod,
  resource: unknown,
  args: unknown[],
  ofClient?: SvcConfig,
): unknown {
  const call = startCall(operation, resource, args, ofClient);
  if (call === undefined) return Reflect.apply(method, resource, args);
  let result: unknown;
  try {
    result = callIn(call.context, method, resource, call.argsToSend(args));
  } catch (error) {
    call.rejected(error);
    throw error;
  }
  return call.isRecording ? observeResult(result, call) : result;
}

function startCall(
  operation: Operation,
  resource: unknown,
  args: readonly unknown[],
  ofClient: SvcConfig | undefined,
): ObservedCall | undefined {
  try {
    const active = context.active();
    if (active.getValue(SUPPRESS_TRACING) === true) return undefined;
    if (operation.type === "generation" && isOwnedCall(active)) return undefined;
    const client = ownData(resource, CLIENT);
    watchRequests(client);
    const config = configOfCall(active, ofClient);
    if (config === undefined) return new ObservedCall(operation, client, args[0], active);
    return startConfigured(config, () => new ObservedCall(operation, client, args[0], context.active(), config));
  } catch (error) {
    logger.errorOnce("Could not observe a call of the openai package; the call itself is not affected", error);
    return undefined;
  }
}

function observeResult(result: unknown, call: ObservedCall): unknown {
  try {
    if (isApiPromise(result)) {
      observeApiPromise(result, call);
      return result;
    }
    if (types.isPromise(result)) return observePromise(result, call);
  } catch (error) {
    logger.errorOnce("Could not observe a promise of the openai package; the promise is not affected", error);
  }
  call.end(UNREAD);
  return result;
}
