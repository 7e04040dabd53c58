import type { InstrumentationRow, Purpose } from "../../register/instrumentations/instrumentation-row.ts";
import { OPENTELEMETRY_INSTRUMENTATIONS } from "../../register/instrumentations/opentelemetry-instrumentations.ts";
import { markdownTable } from "./markdown-table.ts";
import { PRELOAD_ROWS } from "./preload-rows.ts";

type Row = Pick<InstrumentationRow, "name" | "purpose" | "modules" | "channel" | "variable">;

const INSTRUMENTATIONS: readonly Row[] = [...PRELOAD_ROWS, ...OPENTELEMETRY_INSTRUMENTATIONS];

/** Purposes of instrumentations in the order of the page: what they record, and the setting that enables them. */
const PURPOSES: Readonly<Record<Purpose, readonly [records: string, enabledWhen: string]>> = {
  observations: ["model calls", "always"],
  context: ["requests and messages, so that one request is one trace in all processes", "always"],
  spans: ["spans of frameworks, databases and other libraries", "spans go to an exporter of your own"],
  logs: ["logs", "`OTEL_LOGS_EXPORTER` is set"],
  metrics: ["metrics of the runtime", "`OTEL_METRICS_EXPORTER` is set"],
  request: ["spans or metrics of the process itself", "`OTEL_NODE_ENABLED_INSTRUMENTATIONS` names it"],
};

/** Returns the tables of the preload's instrumentations: one row per purpose, then one row per instrumentation. */
export function instrumentationTables(): string {
  const purposes = Object.keys(PURPOSES) as Purpose[];
  return [
    markdownTable(
      ["Purpose", "Records", "Enabled when"],
      purposes.map((purpose) => [`\`${purpose}\``, ...PURPOSES[purpose]]),
    ),
    markdownTable(
      ["Instrumentation", "Purpose", "Loaded at"],
      purposes.flatMap((purpose) =>
        INSTRUMENTATIONS.filter((row) => row.purpose === purpose).map((row) => [
          `\`${row.name}\``,
          `\`${purpose}\``,
          loadedAt(row),
        ]),
      ),
    ),
  ].join("\n\n");
}

function loadedAt({ modules, channel, variable }: Row): string {
  if (channel !== undefined) return `the first message of the diagnostics channel \`${channel}\``;
  if (modules.length > 0) return `the first import of ${modules.map((name) => `\`${name}\``).join(" or ")}`;
  return variable === undefined ? "the start of the process" : `the start of the process, where \`${variable}\` is set`;
}
