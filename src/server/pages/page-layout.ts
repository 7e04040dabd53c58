import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { html, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** Part of a page in which all text from outside is escaped. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

// The build copies the file beside the module.
const STYLE = readFileSync(new URL("./pages.css", import.meta.url), "utf8");

/**
 * Headers of every page. A page loads nothing, runs no script, and has one stylesheet, which is allowed by its hash. Text from
 * an application stays text even if an escape is missing.
 */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "Content-Security-Policy": [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
};

// Kept out of the template below: one space more or less would change the hash.
const STYLE_ELEMENT = raw(`<style>${STYLE}</style>`);

/** Returns the path of the list of a project's traces. */
export function tracesPath(projectId: string): string {
  return `/project/${encodeURIComponent(projectId)}/traces`;
}

/** Returns a whole page of a project around its content. */
export function page(projectId: string, title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <header><a href="${tracesPath(projectId)}">svc on this machine</a></header>
        <main>${content}</main>
      </body>
    </html>`;
}

/** Formats a time for people, to the second, in UTC. */
export function shortTime(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** Formats a duration in the unit in which it reads best. */
export function shortDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1_000).toFixed(2)} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1_000)} s`;
}
