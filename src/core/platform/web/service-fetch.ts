import type { ServiceRequestInit } from "../../delivery/service-request.ts";

/** Makes a request with the runtime's `fetch`. */
export async function serviceFetch(url: string, { body, ...init }: ServiceRequestInit = {}): Promise<Response> {
  return fetch(url, body == null ? init : { ...init, body: body as string | Uint8Array<ArrayBuffer> });
}
