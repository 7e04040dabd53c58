import { logger } from "@svc/core/internal";

/** Library whose calls are recorded, by the name that log lines give it. */
interface Named {
  readonly name: string;
}

/** Logs, once for each kind of fault, that a part of a call could not be recorded. `part` names it, such as `a request`. */
export function logFault({ name }: Named, part: string, error: unknown): void {
  logger.errorOnce(`Recording ${part} of ${name} failed; the call itself is not affected. Please report this.`, error);
}

/**
 * Returns a function that runs recording work during a call of the application. An error of the work is logged once and not
 * thrown; the result is then undefined.
 */
export function safeRecorder(library: Named, part: string): <T>(work: () => T) => T | undefined {
  return (work) => {
    try {
      return work();
    } catch (error) {
      logFault(library, part, error);
      return undefined;
    }
  };
}
