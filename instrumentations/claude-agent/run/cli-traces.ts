import {
  basicAuthorization,
  capturedContent,
  fieldsOf,
  isFields,
  joinUrl,
  OTLP_TRACES_PATH,
  resolveSetting,
  textOf,
  type Fields,
} from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";

/** Variables that switch on the CLI's own traces. */
const SWITCHES = ["CLAUDE_CODE_ENABLE_TELEMETRY", "CLAUDE_CODE_ENHANCED_TELEMETRY_BETA"] as const;

/** Variables that say where the traces go, in order of precedence. */
const ENDPOINTS = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"] as const;

/** Environment variables that show that the application has configured its own traces. */
const CONFIGURED = /^OTEL_(?:TRACES_EXPORTER$|EXPORTER_OTLP_)/i;

/** Variables that let the CLI's traces have content. */
const CONTENT = ["OTEL_LOG_USER_PROMPTS", "OTEL_LOG_TOOL_DETAILS", "OTEL_LOG_TOOL_CONTENT"] as const;

/** Variables with the keys of the service. A CLI whose environment lacks them is not given them. */
const KEYS = ["SVC_PUBLIC_KEY", "SVC_SECRET_KEY"] as const;

/**
 * Returns true when the CLI sends its own traces to the service. `env` is the environment that the CLI is given; without it the
 * CLI has that of the process.
 */
export function sendsItsTraces(env: unknown): boolean {
  const variables = variablesOf(env);
  if (!areSwitchedOn(variables) || textOf(variables.OTEL_TRACES_EXPORTER)?.includes("otlp") !== true) return false;
  const endpoint = ENDPOINTS.map((name) => textOf(variables[name])).find((url) => url !== undefined);
  return endpoint?.startsWith(resolveSetting(settings.baseUrl).value) === true;
}

/**
 * Returns the options of a query, with a copy whose environment has the CLI send its traces to the service: when the application
 * has switched them on and has not said where they go. They belong to the trace of the query, because the SDK gives the CLI the
 * active span.
 */
export function withCliTraces(options: unknown): unknown {
  const { env } = fieldsOf(options);
  const variables = variablesOf(env);
  const isConfigured = Object.keys(variables).some((name) => CONFIGURED.test(name));
  if (!areSwitchedOn(variables) || isConfigured) return options;
  const [publicKey, secretKey] = KEYS.map((name) => textOf(variables[name]));
  if (publicKey === undefined || secretKey === undefined) return options;
  const added: Record<string, string> = {
    OTEL_TRACES_EXPORTER: "otlp",
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "http/protobuf",
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: joinUrl(resolveSetting(settings.baseUrl).value, OTLP_TRACES_PATH),
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: `Authorization=${basicAuthorization(publicKey, secretKey)}`,
  };
  if (capturedContent().inputs) for (const name of CONTENT) added[name] = "1";
  return { ...fieldsOf(options), env: { ...added, ...variables } };
}

function areSwitchedOn(variables: Fields): boolean {
  return SWITCHES.every((name) => /^(?:1|true|yes|on)$/i.test(textOf(variables[name]) ?? ""));
}

function variablesOf(env: unknown): Fields {
  if (isFields(env)) return env;
  const { process: running } = globalThis as { process?: { env?: unknown } };
  return fieldsOf(running?.env);
}
