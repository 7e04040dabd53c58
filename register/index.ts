import { preloadedBy } from "./processes/preload-file.ts";
import type * as Start from "./start.ts";
import { startWhenNeeded } from "./start-when-needed.ts";

preloadedBy(__filename);
startWhenNeeded(() => loadStart().start());

/** @see `flush` of `@svc/otel` */
export const flush: () => Promise<void> = () => loadStart().flush();

function loadStart(): typeof Start {
  return require("./start.ts") as typeof Start;
}
