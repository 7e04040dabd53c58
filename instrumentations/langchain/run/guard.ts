import { logger } from "@svc/core/internal";

/**
 * Runs recording work during a call of the application. An error of the work is logged once and not thrown; the result is then
 * undefined.
 */
export function guarded<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    logger.errorOnce("Could not record a run of LangChain; the run itself is not affected", error);
    return undefined;
  }
}
