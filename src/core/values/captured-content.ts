import { resolveSetting } from "../options/resolve-setting.ts";
import * as settings from "../settings/settings-table.ts";

/** Content of a call that is recorded. */
export interface CapturedContent {
  readonly inputs: boolean;
  readonly outputs: boolean;
}

const ALL: CapturedContent = { inputs: true, outputs: true };
const NONE: CapturedContent = { inputs: false, outputs: false };

let ofProcess: CapturedContent | undefined;

/**
 * Returns the content that the calls of this process are recorded with: all, or none with `SVC_CAPTURE_CONTENT=false`. Read once from
 * the environment. This is the only place that asks.
 */
export function capturedContent(): CapturedContent {
  ofProcess ??= resolveSetting(settings.captureContent).value ? ALL : NONE;
  return ofProcess;
}

/** Returns the content of a call for which the application has set the two apart, within what the process allows. */
export function contentWithin({ inputs, outputs }: CapturedContent): CapturedContent {
  const allowed = capturedContent();
  return { inputs: allowed.inputs && inputs, outputs: allowed.outputs && outputs };
}
