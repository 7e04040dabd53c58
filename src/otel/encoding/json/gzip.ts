import { logger, type Compression } from "@svc/core/internal";
import { AS_IT_IS, type Preparation } from "../preparation.ts";

/** Returns the preparation of batches: none. Browsers and edge runtimes ignore the setting. Contract: "Span export rules" 4. */
export function preparationFor(compression: Compression): Preparation {
  if (compression !== "none")
    logger.debug("Spans are sent uncompressed: this platform ignores the setting compression.");
  return AS_IT_IS;
}
