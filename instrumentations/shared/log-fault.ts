import { logger } from "@svc/core/internal";

/** Logs, once for each kind of fault, that a part of a call could not be recorded. `part` names it, such as `a request`. */
export function logFault({ name }: { readonly name: string }, part: string, error: unknown): void {
  logger.errorOnce(`Recording ${part} of ${name} failed; the call itself is not affected. Please report this.`, error);
}
