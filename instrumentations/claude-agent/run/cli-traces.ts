import { fieldsOf, getEnv, isFields, resolveSetting, textOf } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";

/** Variables that switch on the CLI's own traces. */
const SWITCHES = ["CLAUDE_CODE_ENABLE_TELEMETRY", "CLAUDE_CODE_ENHANCED_TELEMETRY_BETA"] as const;

/** Variables that say where the traces go, in order of precedence. */
const ENDPOINTS = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"] as const;

/**
 * Returns true when the CLI sends its own traces to the service, because the application has set the variables for them. `env` is
 * the environment that the application gives the CLI; without it the CLI has that of the process.
 */
export function sendsItsTraces(env: unknown): boolean {
  const variable = (name: string): string | undefined => (isFields(env) ? textOf(fieldsOf(env)[name]) : getEnv(name));
  if (!SWITCHES.every((name) => /^(?:1|true|yes|on)$/i.test(variable(name) ?? ""))) return false;
  if (variable("OTEL_TRACES_EXPORTER")?.includes("otlp") !== true) return false;
  const endpoint = ENDPOINTS.map(variable).find((url) => url !== undefined);
  return endpoint?.startsWith(resolveSetting(settings.baseUrl).value) === true;
}
