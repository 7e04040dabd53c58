import type * as Api from "@svc/core/api";
import type { Page, Query } from "@svc/core/internal";
import { type ApiReads, ToolProblem } from "./api-reads.ts";
import { jsonLine, pageOf, quoted, quotedList, resultOf } from "./recorded-text.ts";
import { type Tool, defineTool, integer, text } from "./tool.ts";

/** Input of `list_prompts`. */
interface PromptSearch {
  name?: string;
  label?: string;
  tag?: string;
  page?: number;
}

/** Input of `read_prompt`. */
interface PromptChoice {
  name: string;
  version?: number;
  label?: string;
  offset?: number;
}

/** Prompts of one page. */
const AT_A_TIME = 50;

const MOST_PAGES = 1_000_000;

export const listPrompts: Tool = defineTool<PromptSearch>({
  name: "list_prompts",
  title: "List prompts",
  description:
    "Lists the prompts of the project with their versions, labels and tags. read_prompt shows the text of one.",
  properties: {
    name: text("Name of a prompt."),
    label: text("Label that a version has, such as production."),
    tag: text("Tag of a prompt."),
    page: integer(`Page of ${AT_A_TIME} prompts.`, 1, MOST_PAGES, 1),
  },
  async run({ page = 1, ...search }, reads) {
    const { data, meta } = await reads.json<Page<Api.PromptMeta>>("/v2/prompts", { ...search, page, limit: AT_A_TIME });
    if (data.length === 0) return page === 1 ? "There is no such prompt." : `There is no page ${page}.`;
    const lines = data.map(({ name, type, versions, labels, tags, lastUpdatedAt }) => {
      const facts = [
        type,
        `versions ${versions.join(", ")}`,
        labels.length > 0 && `labels ${quotedList(labels)}`,
        tags.length > 0 && `tags ${quotedList(tags)}`,
        `changed ${lastUpdatedAt}`,
      ];
      return `prompt ${quoted(name)}  ${facts.filter((fact) => fact !== false).join("; ")}`;
    });
    if (page < (meta.totalPages ?? 1))
      lines.push(`[Page ${page} of ${meta.totalPages}. To read on, call with "page": ${page + 1}.]`);
    return resultOf(lines);
  },
});

/** Tool that shows one version of a prompt. */
export const readPrompt: Tool = defineTool<PromptChoice>({
  name: "read_prompt",
  title: "Read a prompt",
  description:
    "Shows one version of a prompt: its text or messages with their {{variables}}, config, labels and tags. Without version and " +
    "label it is the version with the label production.",
  required: ["name"],
  properties: {
    name: text("Name of the prompt, with its folders."),
    version: { type: "integer", minimum: 1, description: "Number of the version." },
    label: text("Label of the version, such as production or latest. Not together with version."),
    offset: integer("Character of the text to begin with.", 0, 1_000_000_000, 0),
  },
  async run({ name, version, label, offset = 0 }, reads) {
    const found = await promptOf(reads, name, { version, label });
    const { type, labels, tags, config, commitMessage, prompt } = found;
    const head = [
      `prompt ${quoted(name)}  version ${found.version}; ${type}; labels ${quotedList(labels) || "none"}; tags ${quotedList(tags) || "none"}`,
      ...(commitMessage == null ? [] : [`commit message: ${quoted(commitMessage)}`]),
      `config: ${jsonLine(config)}`,
      "prompt:",
    ].join("\n");
    const content = typeof prompt === "string" ? prompt : JSON.stringify(prompt, null, 1);
    return pageOf([{ own: head }, { recorded: content }], offset, (next) => `read_prompt with "offset": ${next}`);
  },
});

/** Reads a prompt. Throws a {@link ToolProblem} that names the tool that lists them when there is none. */
async function promptOf(reads: ApiReads, name: string, choice: Query): Promise<Api.Prompt> {
  try {
    return await reads.json<Api.Prompt>(`/v2/prompts/${encodeURIComponent(name)}`, choice);
  } catch (error) {
    if (!(error instanceof ToolProblem) || error.status !== 404) throw error;
    throw new ToolProblem(`${error.message}. list_prompts lists the names, versions and labels.`, 404);
  }
}
