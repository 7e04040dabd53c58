import { readdirSync, readFileSync } from "node:fs";

const DOCS = new URL("../../docs/", import.meta.url);

/** Parts of the list, each with its pages in their order. Pages that none names come last, by their names. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  Start: [
    "start",
    "init",
    "nextjs",
    "nestjs",
    "serverless",
    "preload",
    "local-service",
    "doctor",
    "configuration",
    "runtimes",
    "edge-and-browsers",
    "containers",
    "coexistence",
  ],
  Record: ["recorded-calls", "observations", "sessions", "masking", "sampling", "media", "endings"],
  Improve: ["prompts", "scores", "browser", "datasets", "experiments", "annotation", "coding-agents", "terminal"],
  Move: ["migrate-from-5", "migrate-from-langfuse", "migrate-from-openllmetry", "migrate-from-openinference"],
  Run: ["delivery", "troubleshooting", "performance", "reliability", "scale", "api", "api-operations"],
};

/** Returns the list of the pages for models that read them, in the form of llmstxt.org: titles, links, and what each page is about. */
export function llmsFile(): string {
  const pages = readdirSync(DOCS)
    .filter((file) => file.endsWith(".md") && file !== "index.md")
    .map((file) => file.slice(0, -3))
    .toSorted();
  const named = new Set(Object.values(PARTS).flat());
  const parts = { ...PARTS, More: pages.filter((page) => !named.has(page)) };
  const sections = Object.entries(parts).map(([part, names]) => {
    const lines = names.filter((name) => pages.includes(name)).map(lineOf);
    return `## ${part}\n\n${lines.join("\n")}\n`;
  });
  return `# svc for Node

> Shows what an LLM application on Node did, without a line of tracing code in it: model calls, agents, tools and searches with input, output,
> tokens, cost and time. \`node --import @svc/register app.js\` records, \`npx @svc/server\` is the local service, \`npx @svc/register init\` sets a
> project up, \`npx @svc/register doctor\` says why no traces arrive.

${sections.join("\n")}`;
}

/** Characters that a description has at least, where the first paragraph has them: "What works where." describes no page. */
const SHORTEST = 60;

/** Returns the line of a page: its title, and the first sentences of the first paragraph that is no code, table or list. */
function lineOf(name: string): string {
  const text = readFileSync(new URL(`${name}.md`, DOCS), "utf8")
    .replaceAll(/<!--.*?-->\n*/gs, "")
    .replaceAll(/^```.*?^```$/gms, "");
  const [, title = name, rest = ""] = /^# (.+)\n([^]*)/m.exec(text) ?? [];
  const paragraph = rest.split(/\n{2,}/).find((block) => /^[A-Z\d`]/.test(block.trim())) ?? "";
  const plain = paragraph
    .trim()
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replaceAll(/\s+/g, " ");
  let description = "";
  for (const [sentence] of plain.matchAll(/.+?(?:\.(?= [A-Z\d`]|$)|$)/g)) {
    if (description.length >= SHORTEST) break;
    description += sentence;
  }
  return `- [${title}](docs/${name}.md): ${description.trim().replace(/:$/, ".")}`;
}
