import { COMPLETE, RAW_RESPONSE } from "./ending.ts";
import type { ObservedCall } from "./observed-call.ts";

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;

/** What is needed of an HTTP response, from `fetch` or from `node-fetch`. */
export interface RawResponse {
  readonly headers: { get(name: string): string | null };
  readonly bodyUsed: boolean;
  clone(): { json(): Promise<unknown> };
}

/**
 * The application took the HTTP response instead of the answer. A JSON answer is read from a copy; a stream or a sound
 * is left alone, and the call ends with its headers.
 */
export function observeRawResponse(response: RawResponse, call: ObservedCall): void {
  if (call.isAnswerWanted || call.hasEnded) return;
  if (response.bodyUsed || !JSON_TYPE.test(response.headers.get("content-type") ?? "")) {
    call.end(RAW_RESPONSE);
    return;
  }
  void readCopy(response.clone(), call);
}

async function readCopy(copy: { json(): Promise<unknown> }, call: ObservedCall): Promise<void> {
  try {
    call.answered(await copy.json());
    call.end(COMPLETE);
  } catch {
    call.end(RAW_RESPONSE);
  }
}
