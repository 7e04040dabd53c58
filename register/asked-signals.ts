import { getEnv } from "@svc/core";

const TRACES = "OTEL_TRACES_EXPORTER";
const TRACES_ENDPOINTS = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
const EXPORTERS = { metrics: "OTEL_METRICS_EXPORTER", logs: "OTEL_LOGS_EXPORTER" } as const;

/**
 * Exporters of the application's own that spans go to as well: those that `OTEL_TRACES_EXPORTER` names, or `otlp` where
 * only an OTLP endpoint is named. None where neither is set: OpenTelemetry's default, an endpoint on this machine, is no wish.
 */
export function ownTraceExporters(): readonly string[] {
  const named = listOf(TRACES);
  if (named.includes("none")) return [];
  if (named.length > 0) return [...new Set(named)];
  return TRACES_ENDPOINTS.some((name) => getEnv(name) !== undefined) ? ["otlp"] : [];
}

/** Whether metrics or logs are collected and exported: only where their exporter is named. */
export function isAskedFor(signal: keyof typeof EXPORTERS): boolean {
  const named = listOf(EXPORTERS[signal]);
  return named.length > 0 && !named.includes("none");
}

/** The items of an environment variable that holds a list. */
export function listOf(name: string): string[] {
  const items = getEnv(name)?.split(",") ?? [];
  return items.map((item) => item.trim()).filter((item) => item !== "");
}
