import { PROVIDERS } from "../../instrumentations/index.ts";
import type { Provider } from "../../instrumentations/shared/provider/provider.ts";
import { manifestOf } from "../packages/published-packages.ts";
import { markdownTable } from "./markdown-table.ts";

/** Pages with their titles, of the instrumentations of one kind. */
function pagesOf(kind: Provider["kind"]): ReadonlyArray<readonly [page: string, title: string]> {
  return PROVIDERS.flatMap((provider) =>
    provider.kind === kind && provider.title !== undefined ? [[provider.page, provider.title] as const] : [],
  );
}

/** Returns the groups of the sidebar, each with its pages without `.md`, and their titles. */
export function sidebarPages(): string {
  const groups = { Providers: pagesOf("provider"), Frameworks: pagesOf("framework") };
  const named = Object.entries(groups).map(([group, pages]) => [
    group,
    pages.map(([page, title]) => [page.replace(/\.md$/, ""), title]),
  ]);
  return `${JSON.stringify(Object.fromEntries(named), undefined, 2)}\n`;
}

/** Returns the links to the pages, in two lists. */
export function pageLinks(): string {
  return `- Providers:\n${linksOf("provider")}.\n- Frameworks:\n${linksOf("framework")}.`;
}

function linksOf(kind: Provider["kind"]): string {
  return pagesOf(kind)
    .map(([page, title]) => `  [${title}](${page})`)
    .join(",\n");
}

/** Other packages, before and after the instrumentations, with their purposes. */
const FIRST = [["register", "Preload: starts tracing from environment variables"]] as const;
const OTHERS = [
  ["src/otel", "`SvcSpanProcessor`: sends spans to the service"],
  ["src/tracing", "Makes observations"],
  ["src/client", "Client for scores, prompts, datasets and experiments"],
  ["src/core", "Names, encoding, settings and logging of all packages"],
  ["src/browser", "Sends scores from a web page, without a secret key ([example](browser.md))"],
  ["src/migrate", "Moves a project from generation 5 to 6 ([how](migrate-from-5.md))"],
  ["src/create", "Sets a project up: `npm create @svc` ([how](init.md))"],
  ["src/server", "Local service: receives, stores, answers and shows"],
] as const;

/** Returns the table of all packages. */
export function packagesTable(): string {
  const names = PROVIDERS.map(({ module }) => module.split("/").slice(0, 2).join("/"));
  const instrumentations = [...new Set(names)].map((name) => `instrumentations/${name.replace("@svc/", "")}`);
  return markdownTable(
    ["Package", "Purpose"],
    [...FIRST, ...instrumentations.map((folder) => [folder, purposeOf(folder)] as const), ...OTHERS].map(
      ([folder, purpose]) => [`[\`${manifestOf(folder).name}\`](../${folder})`, purpose],
    ),
  );
}

/** Returns the description of a package, with the names of recorded packages as code. */
function purposeOf(folder: string): string {
  const description = manifestOf(folder).description.replace(/(,? without a change to the application)?\.$/, "");
  return description.replace(/(?<=of the )(\S+)(?= package)/, "`$1`");
}
