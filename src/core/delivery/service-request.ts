/** Options of `serviceFetch`. Behind a proxy, all other options of `fetch` are ignored. */
export interface ServiceRequestInit extends Pick<RequestInit, "method" | "headers" | "signal" | "redirect"> {
  readonly body?: string | Uint8Array | null;
}
