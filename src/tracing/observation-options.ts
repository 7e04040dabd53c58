import type { SpanContext, TimeInput } from "@opentelemetry/api";
import { misspeltOptionsWatch, type OptionNames } from "@svc/core/internal";
import type { SvcObservationAttributes, SvcObservationType } from "./observation-types.ts";

/** Options of a new observation, without its kind. */
export interface StartObservationOptions {
  /** Start of the observation. Default: now. */
  startTime?: TimeInput;
  /** Parent span in another process, or elsewhere in this one. Default: the active span. */
  parentSpanContext?: SpanContext;
}

/** Options of `startObservation`, including the kind of the observation. */
export interface StartObservationOpts<
  T extends SvcObservationType = SvcObservationType,
> extends StartObservationOptions {
  /** Kind of the observation. Default: `span`. */
  asType?: T;
}

/** Options of `startActiveObservation`, without the kind of the observation. */
export interface StartActiveObservationContext extends StartObservationOptions {
  /** True when the observation ends with the function. With false, the caller has to end the observation. Default: true. */
  endOnExit?: boolean;
}

/** Options of `startActiveObservation`, including the kind of the observation. */
export interface StartActiveObservationOpts<
  T extends SvcObservationType = SvcObservationType,
> extends StartActiveObservationContext {
  /** Kind of the observation. Default: `span`. */
  asType?: T;
}

/** Options of `observe`. All are optional. */
export interface ObserveOptions<T extends SvcObservationType = SvcObservationType> {
  /** Name of the observation. Default: the function's name, or `anonymous-function`. */
  name?: string;
  /** Kind of the observation. Default: `span`. */
  asType?: T;
  /** True when the arguments are written as input. Default: true. */
  captureInput?: boolean;
  /** True when the result is written as output. Default: true. */
  captureOutput?: boolean;
  /** Parent span in another process, or elsewhere in this one. Default: the active span. */
  parentSpanContext?: SpanContext;
  /** True when the observation ends with the function's result. Default: true. */
  endOnExit?: boolean;
}

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
