import { html } from "hono/html";
import { parseJson } from "../http/json.ts";
import type { ObservationWithContent } from "../observations/observation-record.ts";
import { latency, levelMark, modelAndTokens, typeBadge } from "./observation-html.ts";
import { type Html, page, shortDuration, shortTime } from "./page-layout.ts";
import { type TreeRow, treeRows } from "./trace-tree.ts";

/** Most observations that one page shows. */
export const MAX_ROWS = 2_000;

/** Most characters of one input or output that the page shows. */
const MAX_TEXT = 20_000;

/** Deepest level with an indent of its own. `pages.css` has a rule for each level. */
const DEEPEST_INDENT = 12;

/** Start and length of the time that the bars cover, in milliseconds. */
interface TimeSpan {
  start: number;
  length: number;
}

/**
 * Returns the page of one trace as an indented tree. `observations` are those of the trace, oldest first. The page shows at
 * most 2,000 of them.
 */
export function tracePage(projectId: string, traceId: string, observations: readonly ObservationWithContent[]): Html {
  const shown = observations.slice(0, MAX_ROWS);
  const rows = treeRows(shown);
  const time = timeSpan(shown);
  const top = rows[0]?.observation;
  const title = top?.traceName ?? top?.name ?? traceId;
  return page(
    projectId,
    title,
    html`<h1>${title}</h1>
      <ul class="facts">
        <li>Trace ${traceId}</li>
        <li>${shortTime(time.start)}</li>
        <li>${shortDuration(time.length)}</li>
        <li>${countOf(observations.length)}</li>
      </ul>
      <ol class="rows" aria-label="Observations">
        ${rows.map((row) => observationRow(row, time))}
      </ol>`,
  );
}

function countOf(count: number): string {
  if (count > MAX_ROWS) return `More than ${MAX_ROWS} observations; the first ${MAX_ROWS} are shown`;
  return count === 1 ? "1 observation" : `${count} observations`;
}

function timeSpan(observations: readonly ObservationWithContent[]): TimeSpan {
  let start = Infinity;
  let end = -Infinity;
  for (const observation of observations) {
    start = Math.min(start, observation.startTime);
    end = Math.max(end, observation.endTime);
  }
  return { start, length: Math.max(0, end - start) };
}

function observationRow({ observation, depth }: TreeRow, time: TimeSpan): Html {
  const { name, statusMessage, input, output } = observation;
  return html`<li class="row depth-${Math.min(depth, DEEPEST_INDENT)}" aria-level="${depth + 1}">
    <div class="head">
      ${typeBadge(observation)}<span class="name">${name}</span>${modelAndTokens(observation)}
      ${levelMark(observation)}<span class="end">${latency(observation)}</span>
    </div>
    ${timeBar(observation, time)} ${statusMessage === null ? "" : html`<p class="status">${statusMessage}</p>`}
    ${content("Input", input)}${content("Output", output)}
  </li>`;
}

function timeBar({ type, startTime, endTime }: ObservationWithContent, { start, length }: TimeSpan): Html {
  const percent = (milliseconds: number): number => (length === 0 ? 100 : (100 * milliseconds) / length);
  const left = length === 0 ? 0 : percent(startTime - start);
  // A bar without width would hide the observation.
  const width = Math.max(0.4, percent(endTime - startTime));
  return html`<svg class="bar ${type}" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect x="${Math.min(left, 99.6).toFixed(2)}" y="0" width="${width.toFixed(2)}" height="4"></rect>
  </svg>`;
}

function content(label: string, text: string | null): Html | string {
  if (text === null) return "";
  return html`<details>
    <summary>${label}</summary>
    <pre>${readable(text)}</pre>
  </details>`;
}

/** Lays out JSON over lines. Cuts a text that is too long for a page, and says so. */
function readable(text: string): string {
  if (text.length > MAX_TEXT) {
    return `${text.slice(0, MAX_TEXT)}\n… ${text.length - MAX_TEXT} more characters: read them through the API`;
  }
  const value = parseJson(text);
  return typeof value === "object" && value !== null ? JSON.stringify(value, null, 2) : text;
}
