import { logger } from "@svc/core/internal";

/**
 * Runs recording work during a call of the application. An error of the work is logged once and not thrown; the result is then
 * undefined.
 */
export function recordSafely<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    logger.errorOnce("Recording a run of LangChain failed; the run itself is not affected. Please report this.", error);
    return undefined;
  }
}
