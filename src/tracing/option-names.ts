import { misspeltOptionsWatch, type OptionNames } from "@svc/core/internal";
import type { ObserveOptions, StartActiveObservationOpts } from "./active-observation.ts";
import type { SvcObservationAttributes } from "./observation-types.ts";

const OPTIONS: OptionNames<StartActiveObservationOpts & ObserveOptions> = {
  asType: true,
  startTime: true,
  parentSpanContext: true,
  endOnExit: true,
  name: true,
  captureInput: true,
  captureOutput: true,
};

const ATTRIBUTES: OptionNames<SvcObservationAttributes> = {
  input: true,
  output: true,
  metadata: true,
  level: true,
  statusMessage: true,
  version: true,
  environment: true,
  completionStartTime: true,
  model: true,
  modelParameters: true,
  usageDetails: true,
  costDetails: true,
  prompt: true,
};

/** Warns about misspelt options of a function that starts observations. */
export const checkOptionNames: (options: unknown) => void = /* @__PURE__ */ misspeltOptionsWatch(
  "An observation",
  OPTIONS,
);

/** Warns about misspelt attributes of an observation. */
export const checkAttributeNames: (attributes: unknown) => void = /* @__PURE__ */ misspeltOptionsWatch(
  "An observation",
  ATTRIBUTES,
  "attribute",
);
