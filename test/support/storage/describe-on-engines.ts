import { afterAll, beforeAll, beforeEach, describe } from "vitest";
import type { EngineService, StorageEngine } from "./storage-engines.ts";

/** Time for the start of an engine, in milliseconds. The first start builds what is missing. */
const START_TIMEOUT_MS = 600_000;

/**
 * Runs the same cases on every engine. `cases` gets the service of the engine, which runs for all of them. An engine that
 * cannot be had here is skipped, and the reason is printed.
 */
export function describeOnEngines(
  engines: readonly StorageEngine[],
  title: string,
  cases: (service: () => EngineService) => void,
): void {
  describe.each(engines)(`${title} on $name`, ({ name, start }) => {
    let running: EngineService | undefined;
    let missing = "";
    beforeAll(async () => {
      const started = await start();
      if ("missing" in started) missing = `${name}: ${started.missing}`;
      else running = started;
      if (missing !== "") console.warn(`skipped: ${missing}`);
    }, START_TIMEOUT_MS);
    beforeEach(({ skip }) => skip(missing !== "", missing));
    afterAll(async () => running?.close());
    cases(() => {
      if (running === undefined) throw new Error(`The engine ${name} does not run.`);
      return running;
    });
  });
}
