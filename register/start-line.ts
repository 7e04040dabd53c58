import { logger, resolveSetting } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import { otlpAddress, otlpProtocol } from "./sdk/otlp-variables.ts";
import { hasService, isSignalRequested, ownTraceExporters } from "./sdk/requested-signals.ts";
import type * as FoundFrameworks from "./gaps/found-frameworks.ts";
import { INSTRUMENTATIONS } from "./instrumentations/instrumentation-table.ts";
import type { InstrumentationRow } from "./instrumentations/instrumentation-row.ts";

/** Instrumentations that the line names. The others are counted: `svc doctor` lists those whose packages are installed. */
const NAMED = 3;

/** Logs one INFO line that tells what is traced and where it is sent, and of each framework that is installed how it is recorded. */
export function announce(rows: readonly InstrumentationRow[]): void {
  if (!logger.isNoticeEnabled()) return;
  const exporters = ownTraceExporters();
  const destination = destinationOf(exporters);
  const signals = (["metrics", "logs"] as const).filter((signal) => isSignalRequested(signal));
  const others = signals.length > 0 ? `, ${signals.join(" and ")} as OpenTelemetry's variables say` : "";
  const { foundFrameworks } = require("./gaps/found-frameworks.ts") as typeof FoundFrameworks;
  const found = foundFrameworks(INSTRUMENTATIONS, rows);
  const frameworks = found.length > 0 ? ` Frameworks installed here: ${found.join(", ")}.` : "";
  logger.notice(
    `Tracing to ${destination}${others}. Records ${shortList(rows)}, each when the ` +
      `application loads it.${frameworks}`,
  );
}

function destinationOf(exporters: readonly string[]): string {
  const named = exporters.map((name) => (name === "otlp" ? `${otlpAddress()} (OTLP, ${otlpProtocol()})` : name));
  if (!hasService()) return `${named.join(", ") || "no exporter"}, not to the service, whose keys are not set`;
  return `${resolveSetting(settings.baseUrl).value}${named.length > 0 ? `, spans also to ${named.join(", ")}` : ""}`;
}

function shortList(rows: readonly InstrumentationRow[]): string {
  const names = rows.map(({ name }) => name);
  if (names.length === 0) return "nothing";
  if (names.length <= NAMED) return names.join(", ");
  return `${names.slice(0, NAMED).join(", ")} and ${names.length - NAMED} more`;
}
