import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DefaultTheme } from "vitepress";

const DOCS = join(import.meta.dirname, "..");

/** Page of the sidebar: its file in docs/ without `.md`, and its title there. */
type Page = readonly [file: string, title: string];

/** Parts of the sidebar, each with its groups of pages. A group without a name stands directly in its part. */
const PARTS: Readonly<Record<string, Readonly<Record<string, readonly Page[]>>>> = {
  Start: {
    "": [
      ["start", "Node"],
      ["init", "Set up by a command"],
      ["nextjs", "Next.js"],
      ["nestjs", "NestJS"],
      ["serverless", "Serverless functions"],
      ["containers", "Containers"],
      ["coexistence", "Existing OpenTelemetry"],
      ["runtimes", "Deno, Bun and others"],
      ["edge-and-browsers", "Edge runtimes, browsers"],
      ["migrate-from-5", "From generation 5"],
      ["migrate-from-langfuse", "From Langfuse"],
      ["migrate-from-openllmetry", "From OpenLLMetry"],
      ["migrate-from-openinference", "From OpenInference"],
    ],
  },
  Record: {
    "": [
      ["recorded-calls", "All recorded calls"],
      ["observations", "Observations of your own"],
      ["tokens-and-cost", "Tokens and cost"],
      ["sessions", "Sessions, users, tags"],
      ["masking", "Masking"],
      ["sampling", "Sampling"],
      ["media", "Media"],
      ["preload", "The preload"],
    ],
    ...(JSON.parse(readFileSync(join(import.meta.dirname, "instrumentation-pages.json"), "utf8")) as Record<
      "Providers" | "Frameworks",
      Page[]
    >),
  },
  Improve: {
    "": [
      ["prompts", "Prompts"],
      ["scores", "Scores"],
      ["browser", "Scores from a web page"],
      ["datasets", "Datasets"],
      ["experiments", "Experiments as a CI gate"],
      ["annotation", "Annotation"],
      ["coding-agents", "Coding agents"],
    ],
  },
  Run: {
    "": [
      ["configuration", "Settings"],
      ["delivery", "Delivery"],
      ["endings", "The end of a process"],
      ["reliability", "Reliability"],
      ["performance", "Performance"],
      ["troubleshooting", "Troubleshooting"],
      ["doctor", "Doctor"],
      ["local-service", "Local service"],
      ["scale", "Scale and storage"],
      ["sign-in", "Sign-in"],
      ["other-backends", "Other backends"],
      ["other-producers", "Spans of other producers"],
      ["terminal", "Traces in the terminal"],
      ["support", "Support"],
      ["packages", "Packages"],
      ["api", "HTTP API"],
      ["api-operations", "Operations of the API"],
      ["architecture", "Architecture"],
    ],
    // Made of docstrings when the site is built.
    Reference: [
      ["reference/tracing", "@svc/tracing"],
      ["reference/otel", "@svc/otel"],
      ["reference/client", "@svc/client"],
      ["reference/browser", "@svc/browser"],
      ["reference/server", "@svc/server"],
      ["reference/openai", "@svc/openai"],
      ["reference/langchain", "@svc/langchain"],
    ],
  },
};

const LISTED = new Set(
  Object.values(PARTS).flatMap((groups) => Object.values(groups).flatMap((pages) => pages.map(([file]) => file))),
);

/** Returns the sidebar. Pages that no part lists follow in a part of their own, by their headings. */
export function sidebar(): DefaultTheme.SidebarItem[] {
  const parts = Object.entries(PARTS).map(([text, groups]) => ({
    text,
    collapsed: false,
    items: Object.entries(groups).flatMap(([group, pages]) =>
      group === "" ? pages.map(itemOf) : [{ text: group, collapsed: false, items: pages.map(itemOf) }],
    ),
  }));
  const others = readdirSync(DOCS)
    .filter((name) => name.endsWith(".md") && name !== "index.md")
    .map((name) => name.slice(0, -".md".length))
    .filter((file) => !LISTED.has(file))
    .map((file) => itemOf([file, headingOf(file)]));
  return others.length === 0 ? parts : [...parts, { text: "More", collapsed: false, items: others }];
}

function itemOf([file, text]: Page): DefaultTheme.SidebarItem {
  return { text, link: `/${file}` };
}

function headingOf(file: string): string {
  const [, heading = file] = /^# (.+)$/m.exec(readFileSync(join(DOCS, `${file}.md`), "utf8")) ?? [];
  return heading;
}
