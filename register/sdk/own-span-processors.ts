import { resolveSetting } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import type { ReadableSpan, SvcSpanProcessorParams } from "@svc/otel";
import type * as GenAi from "@svc/otel/gen-ai";
import type { PreloadConfig } from "../config.ts";
import { madeProcessor, type PreloadProcessor } from "./made-processor.ts";
import { ModelRequests } from "./model-requests.ts";
import { ownDestination } from "./own-destinations.ts";
import { hasService, ownTraceExporters } from "./requested-signals.ts";

type Filter = NonNullable<SvcSpanProcessorParams["shouldExportSpan"]>;

/** Requests of recorded model calls, which stay home. */
const requests = new ModelRequests();

const isOwn: Filter = ({ otelSpan }) => !requests.has(otelSpan);

/**
 * Returns the processors for the application's own destinations: those that `OTEL_TRACES_EXPORTER` names, or the OTLP endpoint. Every span
 * goes there but the requests of recorded model calls, in the form of OpenTelemetry's GenAI conventions, after the mask.
 */
export function ownSpanProcessors(): PreloadProcessor[] {
  return ownTraceExporters().flatMap((name) => {
    const destination = ownDestination(name);
    if (destination === undefined) return [];
    const { genAiForm } = require("@svc/otel/gen-ai") as typeof GenAi;
    const form = genAiForm({ hasOpenInference: resolveSetting(settings.genAiDialect).value === "openinference" });
    return madeProcessor({ ...destination, form, shouldExportSpan: isOwn, mediaUploadEnabled: false }, optionsOfOwn);
  });
}

/** Returns the processor that notes which spans stay home. It comes before the others. */
export function modelRequests(): ModelRequests {
  return requests;
}

/**
 * Returns the options of the preload that apply to the application's own destinations. The application's filter is about the service; it
 * decides there only where the service gets nothing.
 */
export function optionsOfOwn({ shouldExportSpan: filter, ...others }: PreloadConfig): PreloadConfig {
  if (filter === undefined || hasService()) return others;
  return {
    ...others,
    shouldExportSpan: ({ otelSpan }) => isOwn({ otelSpan: otelSpan as ReadableSpan }) && filter({ otelSpan }),
  };
}
