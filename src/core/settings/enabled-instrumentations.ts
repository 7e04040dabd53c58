import { resolveSetting } from "./settings.ts";

/** Whether the environment lets an instrumentation run: it is on the list of those enabled, or there is none, and not disabled. */
export function isInstrumentationEnabled(name: string): boolean {
  const { value: enabled } = resolveSetting("enabledInstrumentations");
  const { value: disabled } = resolveSetting("disabledInstrumentations");
  return (enabled === undefined || enabled.includes(name)) && !disabled?.includes(name);
}
