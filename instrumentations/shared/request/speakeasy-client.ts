import { types } from "#platform/types";
import { isFields } from "@svc/core/internal";
import { ownData } from "../data/plain-data.ts";
import type { Transport } from "./request-form.ts";

/**
 * Transport of an SDK made by Speakeasy, such as that of Mistral or OpenRouter. Each object with model calls is a client itself, and
 * makes one request in a call, of which the path and the body are in one object.
 */
export const SPEAKEASY: Transport = {
  send: "_createRequest",
  requestIn: ([, request]) => [ownData(request, "path"), request],
};

/** Returns the base URL of a client made by Speakeasy; empty when there is none. */
export function speakeasyBaseUrl(client: unknown): string {
  const url = ownData(client, "_baseURL");
  return isFields(url) && !types.isProxy(url) && url instanceof URL ? url.href : "";
}

/** Returns the signal in the options of a call of an SDK made by Speakeasy, which are its second argument. */
export function speakeasySignal([, options]: readonly unknown[]): AbortSignal | undefined {
  const signal = ownData(options, "signal") ?? ownData(ownData(options, "fetchOptions"), "signal");
  return signal instanceof AbortSignal ? signal : undefined;
}
