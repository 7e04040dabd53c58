import { resolveSetting } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";

/** Settings for the data that is recorded of a call, and for the data that is requested in addition. */
export interface CaptureOptions {
  /** True when input, output and every field that repeats them are recorded; `SVC_CAPTURE_CONTENT`. */
  readonly content: boolean;
  /** True when the usage is requested for streamed calls that do not request it; `SVC_STREAM_USAGE`. */
  readonly streamUsage: boolean;
}

let ofProcess: CaptureOptions | undefined;

/** Returns the options of a call, read once from the environment. All code gets the options here. */
export function captureOptions(): CaptureOptions {
  ofProcess ??= {
    content: resolveSetting(settings.captureContent).value,
    streamUsage: resolveSetting(settings.streamUsage).value,
  };
  return ofProcess;
}
