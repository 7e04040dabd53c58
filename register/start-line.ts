import { logger, LogLevel, resolveSilently, resolveSetting } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import { isSignalRequested, ownTraceExporters } from "./sdk/requested-signals.ts";
import type * as FoundFrameworks from "./instrumentations/found-frameworks.ts";
import { INSTRUMENTATIONS } from "./instrumentations/instrumentation-table.ts";
import type { InstrumentationRow } from "./instrumentations/instrumentation-row.ts";

/** Logs one INFO line that tells what is traced and where it is sent, and of each framework that is installed how it is recorded. */
export function announce(rows: readonly InstrumentationRow[]): void {
  const isAsked = resolveSilently(settings.debug).value || resolveSilently(settings.logLevel).source !== "default";
  if (!isAsked || !logger.isLevelEnabled(LogLevel.INFO)) return;
  const exporters = ownTraceExporters();
  const also = exporters.length > 0 ? `, spans also to ${exporters.join(", ")}` : "";
  const signals = (["metrics", "logs"] as const).filter((signal) => isSignalRequested(signal));
  const others = signals.length > 0 ? `, ${signals.join(" and ")} as OpenTelemetry's variables say` : "";
  const { foundFrameworks } = require("./instrumentations/found-frameworks.ts") as typeof FoundFrameworks;
  const found = foundFrameworks(INSTRUMENTATIONS, rows);
  const frameworks = found.length > 0 ? ` Frameworks installed here: ${found.join(", ")}.` : "";
  logger.info(
    `Tracing to ${resolveSetting(settings.baseUrl).value}${also}${others}. Loaded when the application loads what they ` +
      `instrument: ${rows.map(({ name }) => name).join(", ")}.${frameworks}`,
  );
}
