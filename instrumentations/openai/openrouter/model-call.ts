import type { Operation } from "@svc/instrumentation";
import { responses } from "../endpoints/responses.ts";
import { LIBRARY } from "./classes.ts";
import { EventTextAccumulator } from "./event-text.ts";

/** Model call of a `callModel`. Its answer is read as the server sent it, before the package translates its field names. */
export const MODEL_CALL: Operation = {
  ...responses,
  library: LIBRARY,
  path: "",
  accumulator: () => new EventTextAccumulator(responses.accumulator!()),
};
