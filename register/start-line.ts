import { logger, resolve, resolveSetting, settings } from "@svc/core/internal";
import { isAskedFor, ownTraceExporters } from "./sdk/requested-signals.ts";
import type { InstrumentationRow } from "./instrumentations/instrumentation-table.ts";

/** Logs one INFO line that tells what is traced and where it is sent. */
export function announce(rows: readonly InstrumentationRow[]): void {
  const isAsked = resolve(settings.debug).value || resolve(settings.logLevel).source !== "default";
  if (!isAsked) return;
  const exporters = ownTraceExporters();
  const also = exporters.length > 0 ? `, spans also to ${exporters.join(", ")}` : "";
  const signals = (["metrics", "logs"] as const).filter((signal) => isAskedFor(signal));
  const others = signals.length > 0 ? `, ${signals.join(" and ")} as OpenTelemetry's variables say` : "";
  logger.info(
    `Tracing to ${resolveSetting("baseUrl").value}${also}${others}. Loaded when the application loads what they ` +
      `instrument: ${rows.map(({ name }) => name).join(", ")}.`,
  );
}
