import * as settings from "../settings/settings-table.ts";
import { resolveSetting } from "./resolve-setting.ts";

/**
 * Returns true when the environment enables an instrumentation: the instrumentation is on the list of enabled ones, or no
 * such list is set, and not on the list of disabled ones.
 */
export function isInstrumentationEnabled(name: string): boolean {
  const { value: enabled } = resolveSetting(settings.enabledInstrumentations);
  const { value: disabled } = resolveSetting(settings.disabledInstrumentations);
  return (enabled === undefined || enabled.includes(name)) && !disabled?.includes(name);
}
