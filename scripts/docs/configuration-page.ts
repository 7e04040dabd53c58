import { ALL_SETTINGS, DESCRIPTIVE_PARAMETERS, type Setting } from "@svc/core/internal";
import { readFileSync } from "node:fs";

const TABLE = new URL("../../src/core/settings/settings-table.ts", import.meta.url);
/** Pattern of a row of the table with its comment. */
const ROW = /^\/\*\*(.*?)\*\/\nexport const (\w+): /gms;

/** Returns the page of all settings, made from the table of settings. */
export function configurationPage(): string {
  const comments = commentsOnRows();
  return [
    "<!-- Generated from src/core/settings/settings-table.ts and descriptive-names.ts by `npm run docs`. Do not edit. -->",
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
    ...withoutContent(),
  ].join("\n");
}

/** Returns the section about calls whose content is not recorded. */
function withoutContent(): string[] {
  return [
    "## Without content",
    "",
    "`SVC_CAPTURE_CONTENT=false` applies to every call that is recorded by itself, of every package and framework. A text of such a call leaves the",
    "process in no span, no upload, no log line and no file of the spool: no input, no output, no definition of a tool, no stop word, no schema, and no",
    "text of an error. The status message of a failed call is the type of its error, such as `400` or `TypeError`. Media are not uploaded.",
    "",
    "These stay: names of observations, models, tools and collections; times, tokens and cost; finish reasons; ids of answers, tool calls and hits;",
    "and parameters that are numbers or booleans. Of parameters that are texts, and of the fields of parameters, these stay and no others:",
    "",
    `${[...DESCRIPTIVE_PARAMETERS].map((name) => `\`${name}\``).join(", ")}.`,
    "",
    "What the application itself gives to be recorded stays as well: names, metadata, tags, user and session of a trace, the metadata of a framework's",
    "run, and observations that the application makes itself with [`@svc/tracing`](observations.md): their input and output are the application's own",
    "decision. Spans of other instrumentations follow the switches of those, or [a mask](masking.md).",
    "",
    "The variable is read once for each process. Worker threads have the environment of the thread that starts them, unless `new Worker` is given",
    "another `env`. There is no option in code.",
    "",
  ];
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
