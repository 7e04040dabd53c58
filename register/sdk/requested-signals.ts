import { getEnv, resolveSilently } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";

const TRACES = "OTEL_TRACES_EXPORTER";
const TRACES_ENDPOINTS = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
const EXPORTERS = { metrics: "OTEL_METRICS_EXPORTER", logs: "OTEL_LOGS_EXPORTER" } as const;

/**
 * Returns the names of the exporters for the application's own destination of spans. These are the ones that
 * `OTEL_TRACES_EXPORTER` names, or `otlp` when only an OTLP endpoint is set. The list is empty when neither is set:
 * OpenTelemetry's default endpoint on this machine does not count as a request.
 */
export function ownTraceExporters(): readonly string[] {
  const named = listOf(TRACES);
  if (named.includes("none")) return [];
  if (named.length > 0) return [...new Set(named)];
  return TRACES_ENDPOINTS.some((name) => getEnv(name) !== undefined) ? ["otlp"] : [];
}

/** Returns true when the environment says where spans go: a named exporter, `none` among them, or an OTLP endpoint. */
export function hasOwnDestination(): boolean {
  return listOf(TRACES).length > 0 || ownTraceExporters().length > 0;
}

/** Returns true when spans go to the service: both of its keys are set. */
export function hasService(): boolean {
  return [settings.publicKey, settings.secretKey].every((key) => resolveSilently(key).value !== undefined);
}

/** Returns true when metrics or logs are collected and exported, which requires a named exporter for that signal. */
export function isSignalRequested(signal: keyof typeof EXPORTERS): boolean {
  const named = listOf(EXPORTERS[signal]);
  return named.length > 0 && !named.includes("none");
}

/** Returns the items of an environment variable that holds a comma-separated list. */
export function listOf(name: string): string[] {
  const items = getEnv(name)?.split(",") ?? [];
  return items.map((item) => item.trim()).filter((item) => item !== "");
}
