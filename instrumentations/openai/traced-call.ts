import { context } from "@opentelemetry/api";
import { isFields, isOwnedCall, logger, SUPPRESS_TRACING } from "@svc/core";
import { isApiPromise, observeApiPromise } from "./api-promise.ts";
import { UNREAD } from "./ending.ts";
import { bodyOf, ObservedCall } from "./observed-call.ts";
import type { Operation } from "./operation.ts";
import { observePromise } from "./plain-promise.ts";
import { configOfCall, startConfigured, type SvcConfig } from "./svc-config.ts";

/** A method of a resource class of the `openai` package. */
export type ApiMethod = (this: unknown, ...args: unknown[]) => unknown;

/** Where a resource of the SDK keeps its client. */
export const CLIENT = "_client";

/** Makes the call as the application asked for it, inside an observation, with the configuration of its client if it has one. */
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
    result = context.with(call.context, method, resource, ...call.argsToSend(args));
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
    const client = isFields(resource) ? resource[CLIENT] : undefined;
    const config = configOfCall(active, ofClient);
    const start = (): ObservedCall => new ObservedCall(operation, client, bodyOf(args), config);
    return config ? startConfigured(config, start) : start();
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
    if (isFields(result) && typeof result.then === "function") return observePromise(result as never, call);
  } catch (error) {
    logger.errorOnce("Could not observe a promise of the openai package; the promise is not affected", error);
  }
  call.end(UNREAD);
  return result;
}
