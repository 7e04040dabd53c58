/** Why something was lost to a service that gave no answer. */
export function unreachable(address: string, reason: string): string {
  return `${address} could not be reached (${reason}). Is the service running there?`;
}

/** Why something was lost to a service that refused it. */
export function refusal(status: number, text: string): string {
  const hint = status === 401 || status === 403 ? "; check SVC_PUBLIC_KEY, SVC_SECRET_KEY and SVC_BASE_URL" : "";
  return `refused with status ${status}${hint}${text === "" ? "" : `: ${text.slice(0, 200)}`}`;
}

/** What is known of a request that had no answer: the code of the network error, else its message. */
export function networkError(error: unknown): string {
  const { code, message, cause } = error as { code?: string; message?: string; cause?: { code?: string } };
  return code ?? cause?.code ?? message ?? String(error);
}

/** Milliseconds that a `Retry-After` header, seconds or a date, asks to wait; undefined when it says nothing. */
export function parseRetryAfter(header: string | null | undefined): number | undefined {
  if (header === undefined || header === null) return undefined;
  const seconds = Number(header);
  const milliseconds = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : undefined;
}
