import * as settings from "../settings/settings-table.ts";
import { resolveSetting } from "./resolve-setting.ts";

/**
 * Returns true when the environment enables an instrumentation. `OTEL_NODE_DISABLED_INSTRUMENTATIONS` must not list its name.
 * `OTEL_NODE_ENABLED_INSTRUMENTATIONS`, if set, must list it. A name on both lists is disabled.
 */
export function isInstrumentationEnabled(name: string): boolean {
  const { value: enabled } = resolveSetting(settings.enabledInstrumentations);
  const { value: disabled } = resolveSetting(settings.disabledInstrumentations);
  return (enabled === undefined || enabled.includes(name)) && !disabled?.includes(name);
}
