import { LOCAL_KEYS } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import { html } from "hono/html";
import type { ObservationRow } from "../observations/observation-record.ts";
import { LOCAL_PROJECT } from "../storage/local-project.ts";
import { latency, levelMark, modelAndTokens, typeBadge } from "./observation-html.ts";
import { type Html, page, shortTime, tracesPath } from "./page-layout.ts";

/** Returns the page of the latest root observations of a project, each with a link to its trace. */
export function tracesPage(projectId: string, roots: readonly ObservationRow[]): Html {
  const list = html`<ol class="rows" aria-label="Traces">
    ${roots.map(traceRow)}
  </ol>`;
  return page(
    projectId,
    "Latest traces",
    html`<h1>Latest traces</h1>
      ${roots.length === 0 ? emptyNote(projectId) : list}`,
  );
}

function traceRow(root: ObservationRow): Html {
  const link = `${tracesPath(root.projectId)}/${encodeURIComponent(root.traceId)}`;
  return html`<li class="row">
    <div class="head">
      ${typeBadge(root)}<a class="name" href="${link}">${root.traceName ?? root.name}</a>
      ${modelAndTokens(root)}${levelMark(root)}<span class="meta">${root.environment}</span>
      <span class="end">${latency(root)} · ${shortTime(root.startTime)}</span>
    </div>
  </li>`;
}

function emptyNote(projectId: string): Html {
  if (projectId !== LOCAL_PROJECT.id) {
    return html`<p class="none">
      Nothing has arrived yet. Start your application with a key pair of this project, then load this page again.
    </p>`;
  }
  return html`<p class="none">
      Nothing has arrived yet. Start your application with these two variables, then load this page again:
    </p>
    <pre>${credentialLines().join("\n")}</pre>`;
}

/** Returns the environment variables that set the keys of the local service in an application. */
export function credentialLines(): string[] {
  const [publicKey, secretKey] = [settings.publicKey, settings.secretKey].map(({ variables }) => variables[0]);
  return [`${publicKey}=${LOCAL_KEYS.publicKey}`, `${secretKey}=${LOCAL_KEYS.secretKey}`];
}
