import { isFields } from "@svc/core/internal";
import { copyWith, telemetryOf } from "../operation/call-options.ts";
import { isOpenTelemetry, isOurs, integrations } from "../registration.ts";

/**
 * Returns a copy of a call's options in which the registered integration hears of the call, too. Version 7 reports a call that
 * brings integrations only to these. Returns the options unchanged where the call brings none, or where one of them records the
 * call.
 */
export function withOwnIntegration(options: unknown): unknown {
  if (!isFields(options)) return options;
  const given = telemetryOf(options);
  const theirs = given.integrations;
  if (theirs === undefined || theirs === null || given.isEnabled === false) return options;
  const all: unknown[] = Array.isArray(theirs) ? theirs : [theirs];
  const own = integrations().find(isOurs);
  if (own === undefined || all.some((integration) => isOurs(integration) || isOpenTelemetry(integration)))
    return options;
  const name = isFields(options.telemetry) ? "telemetry" : "experimental_telemetry";
  return copyWith(options, { [name]: { ...given, integrations: [...all, own] } });
}
