import { html } from "hono/html";
import { isObject, parseJson } from "../http/json.ts";
import type { ObservationRow } from "../observations/observation-record.ts";
import { type Html, shortDuration } from "./page-layout.ts";

/** Returns a badge with the type of the observation. */
export function typeBadge({ type }: ObservationRow): Html {
  return html`<span class="kind ${type}">${type}</span>`;
}

/** Returns a mark with the level of the observation; nothing for the level `DEFAULT`. */
export function levelMark({ level }: ObservationRow): Html | "" {
  return level === "DEFAULT" ? "" : html`<span class="level level-${level}">${level}</span>`;
}

/** Returns the duration of the observation. */
export function latency({ startTime, endTime }: ObservationRow): Html {
  return html`<span>${shortDuration(endTime - startTime)}</span>`;
}

/** Returns model and tokens of the observation, as far as they are known. */
export function modelAndTokens({ model, usageDetails }: ObservationRow): Html {
  return html`${part(model)}${part(tokens(usageDetails))}`;
}

function part(text: string | null): Html | string {
  return text === null ? "" : html`<span class="meta">${text}</span>`;
}

function tokens(usageDetails: string): string | null {
  const usage = parseJson(usageDetails);
  if (!isObject(usage) || typeof usage["total"] !== "number") return null;
  const { input, output, total } = usage;
  const flow = typeof input === "number" && typeof output === "number" ? `${input} in, ${output} out, ` : "";
  return `${flow}${total} tokens`;
}
