import { SPEAKEASY, type ObservablePackage } from "@svc/instrumentation";
import { LIBRARY, OPENROUTER_CLASSES } from "./classes.ts";
import { observeCallModel } from "./recorded-results.ts";

/**
 * Package `@openrouter/sdk`. It sends and receives the JSON of OpenAI's protocol, and gives the application objects with field names
 * of its own, which are translated back. `@openrouter/agent` has its `callModel` too, in a client of its own.
 */
export const OPENROUTER: ObservablePackage = {
  name: LIBRARY.name,
  functionName: "observeOpenRouter",
  versions: { first: 0, last: 1 },
  transport: SPEAKEASY,
  classes: Object.values(OPENROUTER_CLASSES),
  observeItself: observeCallModel,
};
