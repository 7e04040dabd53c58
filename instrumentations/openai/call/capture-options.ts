import { resolveSetting } from "@svc/core";

/** What is recorded of a call, and what may be asked for on top of it. */
export interface CaptureOptions {
  /** Whether input, output and whatever repeats them is recorded; `SVC_CAPTURE_CONTENT`. */
  readonly content: boolean;
  /** Whether a streamed call that does not ask for its usage is made to; `SVC_STREAM_USAGE`. */
  readonly streamUsage: boolean;
}

let ofProcess: CaptureOptions | undefined;

/** The options of a call: those of the environment, read once. The one place to ask. */
export function captureOptions(): CaptureOptions {
  ofProcess ??= {
    content: resolveSetting("captureContent").value,
    streamUsage: resolveSetting("streamUsage").value,
  };
  return ofProcess;
}
