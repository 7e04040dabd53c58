import { logger } from "@svc/core";

/** Does something of ours during a call of the application: what goes wrong is said once and goes no further. */
export function guarded<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    logger.errorOnce("Could not record a run of LangChain; the run itself is not affected", error);
    return undefined;
  }
}
