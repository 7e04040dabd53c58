import { serviceFetch } from "@svc/core/internal";
import { otlpOptions, otlpProtocol } from "../sdk/otlp-variables.ts";
import { ownTraceExporters } from "../sdk/requested-signals.ts";
import { whyUnanswered } from "../service.ts";
import type { Check } from "./report.ts";

/** Checks of the application's own destinations, where the keys of the service are not set: an OTLP endpoint is sent an export without spans. */
export async function checkEndpoints(): Promise<Check[]> {
  const names = ownTraceExporters();
  if (names.length === 0)
    return [{ name: "endpoint", outcome: "warning", detail: "OTEL_TRACES_EXPORTER is none: nothing is sent." }];
  return Promise.all(names.map(checkNamed));
}

async function checkNamed(name: string): Promise<Check> {
  if (name === "otlp" && otlpProtocol() !== "grpc") return checkOtlp();
  return { name: "endpoint", outcome: "ok", detail: `spans go to ${name}, which was not asked` };
}

async function checkOtlp(): Promise<Check> {
  const name = "endpoint";
  const { endpoint = "", additionalHeaders, timeout = 0 } = otlpOptions();
  const isJson = otlpProtocol() === "http/json";
  try {
    const { ok, status } = await serviceFetch(endpoint, {
      method: "POST",
      headers: { ...additionalHeaders, "content-type": isJson ? "application/json" : "application/x-protobuf" },
      body: isJson ? "{}" : new Uint8Array(),
      signal: AbortSignal.timeout(timeout * 1000),
      redirect: "manual",
    });
    if (ok)
      return {
        name,
        outcome: "ok",
        detail: `${endpoint} takes spans, and the service gets none: its keys are not set`,
      };
    return {
      name,
      outcome: "problem",
      detail: `${endpoint} answers with status ${status}: check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS.`,
    };
  } catch (error) {
    return { name, outcome: "problem", detail: `${endpoint} could not be reached: ${whyUnanswered(error)}.` };
  }
}
