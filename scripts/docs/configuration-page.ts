import { ALL_SETTINGS, type Setting } from "@svc/core/internal";
import { readFileSync } from "node:fs";

const TABLE = new URL("../../src/core/settings/settings-table.ts", import.meta.url);
/** Pattern of a row of the table with its comment. */
const ROW = /^\/\*\*(.*?)\*\/\nexport const (\w+): /gms;

/** Returns the page of all settings, made from the table of settings. */
export function configurationPage(): string {
  const comments = commentsOnRows();
  return [
    "<!-- Generated from src/core/settings/settings-table.ts by `npm run docs`. Do not edit. -->",
    "",
    "# Configuration",
    "",
    "Each setting is an option in code and an environment variable. The option comes first, then the variables in the order",
    "of this table, then the default. An empty variable counts as not set. An invalid value gets one warning, and the next",
    "source counts.",
    "",
    "OpenTelemetry's variables that set no option, such as `OTEL_SDK_DISABLED`, `OTEL_LOG_LEVEL`, `OTEL_TRACES_EXPORTER` and",
    "`OTEL_NODE_RESOURCE_DETECTORS`, are on the page about [the preload](preload.md#opentelemetrys-variables), which reads them.",
    "",
    "| Option | Environment variables | Default | Meaning |",
    "| --- | --- | --- | --- |",
    ...ALL_SETTINGS.map((setting) => rowOf(setting, comments.get(setting.name))),
    "",
  ].join("\n");
}

/** Returns the comments on the rows of the settings table, by setting. The comments are not part of the running code. */
function commentsOnRows(): Map<string, string> {
  const rows = readFileSync(TABLE, "utf8").matchAll(ROW);
  return new Map(
    Array.from(rows, ([, comment = "", name = ""]) => [name, comment.replaceAll(/\s+\*?\s*/g, " ").trim()]),
  );
}

function rowOf({ name, kind, ...setting }: Setting<unknown>, comment: string | undefined): string {
  if (comment === undefined) throw new Error(`The setting ${name} has no comment in ${TABLE.pathname}.`);
  const variables = setting.variables.map((variable) => `\`${variable}\``).join(", ");
  const unit = setting.unit === undefined ? "" : ` ${setting.unit}`;
  const { default: value } = setting;
  const fallback =
    value === undefined ? "not set" : `\`${typeof value === "string" ? value : JSON.stringify(value)}\`${unit}`;
  return `| \`${name}\` | ${variables} | ${fallback} | ${comment} Accepts ${kind.accepts}. |`;
}
