import { settings, type Setting } from "@svc/core";

/** Gives the page of all settings, from the table of settings. */
export function configurationPage(): string {
  return [
    "<!-- Generated from src/core/settings-table.ts by `npm run docs`. Do not edit. -->",
    "",
    "# Configuration",
    "",
    "Each setting is an option in code and an environment variable. The option comes first, then the variables in the order",
    "of this table, then the default. An empty variable counts as not set. An invalid value gets one warning, and the next",
    "source counts.",
    "",
    "| Option | Environment variables | Default | Meaning |",
    "| --- | --- | --- | --- |",
    ...Object.entries(settings as unknown as Record<string, Setting<unknown>>).map(rowOf),
    "",
  ].join("\n");
}

function rowOf([name, setting]: [string, Setting<unknown>]): string {
  const variables = setting.variables.map((variable) => `\`${variable.name}\``).join(", ");
  const unit = setting.unit === undefined ? "" : ` ${setting.unit}`;
  const { default: value } = setting;
  const fallback =
    value === undefined ? "not set" : `\`${typeof value === "string" ? value : JSON.stringify(value)}\`${unit}`;
  return `| \`${name}\` | ${variables} | ${fallback} | ${setting.doc} Accepts ${setting.accepts}. |`;
}
