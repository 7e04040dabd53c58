import { LOCAL_KEYS } from "@svc/core/internal";
import { SvcClient } from "@svc/client";
import { startServer } from "@svc/server";
import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { pageVisits } from "../../support/page/page-visits.ts";
import { runPromptedApplication } from "../../support/page/prompted-application.ts";
import { type Visit, settled } from "../../support/page/visit.ts";
import { callsOf } from "../../support/server/api-calls.ts";
import { serverOfAllTests } from "../../support/server/own-server.ts";
import { promptCallsOf } from "../../support/server/prompt-calls.ts";

const visit = pageVisits();
let client: SvcClient;
const { create, labelsOf } = promptCallsOf(callsOf(() => server));

const SUPPORT = "support/answers/orders";
const HOSTILE = "<script>alert(1)</script>\u202Eevil {{name}}";
const MESSAGES = [
  { role: "system", content: "You help the customers of {{shop}}.\nBe short." },
  { type: "placeholder", name: "history" },
  { role: "user", content: "{{question}}" },
] as const;

const server = serverOfAllTests();
beforeAll(async () => {
  client = new SvcClient({ baseUrl: server.url, ...LOCAL_KEYS });
  await client.prompt.create({
    name: SUPPORT,
    type: "chat",
    prompt: [...MESSAGES],
    labels: ["production"],
    tags: ["shop"],
  });
  await client.prompt.create({
    name: SUPPORT,
    type: "chat",
    prompt: [
      { role: "system", content: "You help the customers of {{shop}}.\nBe short and friendly." },
      ...MESSAGES.slice(1),
    ],
    config: { temperature: 0.2 },
    labels: ["candidate"],
    commitMessage: "friendlier",
  });
  await create("rules", "Never promise a date.", { labels: ["production"] });
  await create("support/refunds", "Follow this: @@@svcPrompt:name=rules|label=production@@@ For {{customer}}.");
  await create("hostile", HOSTILE);
  await runPromptedApplication(server.url, SUPPORT, "production");
  await runPromptedApplication(server.url, SUPPORT, "candidate");
  await runPromptedApplication(server.url, SUPPORT, "candidate");
});

const open = async (path: string): Promise<Visit> => visit(`${server.url}/project/${server.projectId}${path}`);
const openPrompt = async (name: string, query = ""): Promise<Visit> =>
  open(`/prompts/${encodeURIComponent(name)}${query}`);
const region = (page: Page, name: string): Locator => page.getByRole("region", { name });

describe("the list of prompts", () => {
  it("shows folders, and the prompts of a folder with labels, tags and latest version", async () => {
    const { page, problems, axeFindings } = await open("/prompts");
    const rows = page.getByRole("table", { name: "Prompts" }).getByRole("row");
    await rows.filter({ hasText: "support/" }).filter({ hasText: "2 prompts" }).getByRole("link").click();
    await rows.filter({ hasText: "support/refunds" }).waitFor();
    await rows.filter({ hasText: "support/answers/" }).getByRole("link").click();
    const row = rows.filter({ hasText: SUPPORT });
    expect(await row.getByRole("cell").allInnerTexts()).toEqual([
      SUPPORT,
      "chat",
      "v2",
      expect.stringMatching(/candidate\s*latest\s*production/),
      "shop",
      expect.stringMatching(/^\d{4}-\d{2}-\d{2}/),
    ]);
    expect(page.url()).toContain(encodeURIComponent("support/answers/"));
    await page.getByRole("navigation", { name: "Folders" }).getByRole("link", { name: "All" }).click();
    await rows.filter({ hasText: "hostile" }).waitFor();
    expect(await axeFindings()).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("finds prompts in all folders by name, label and tag", async () => {
    const { page } = await open("/prompts");
    const names = page.getByRole("table", { name: "Prompts" }).getByRole("link");
    await page.getByLabel("Name").fill("REFUND");
    await expect.poll(() => names.allInnerTexts()).toEqual(["support/refunds"]);
    await page.getByLabel("Name").fill("");
    await page.getByLabel("Tag").selectOption("shop");
    await expect.poll(() => names.allInnerTexts()).toEqual([SUPPORT]);
    await page.getByLabel("Tag").selectOption("");
    await page.getByLabel("Label", { exact: true }).selectOption("production");
    await expect.poll(() => names.allInnerTexts()).toEqual(["rules", SUPPORT]);
  });

  it("says the next step while there is no prompt", async () => {
    const empty = await startServer({ port: 0, memory: true });
    const { page, axeFindings } = await visit(`${empty.url}/project/${empty.projectId}/prompts`);
    await page.getByText("client.prompt.create").waitFor();
    expect(await axeFindings()).toEqual([]);
    await empty.close();
  });
});

describe("a prompt", () => {
  it("shows its newest version, with variables marked, config, commit message, and code that gets it", async () => {
    const { page, problems, axeFindings } = await openPrompt(SUPPORT);
    await page.getByRole("heading", { name: "Version 2" }).waitFor();
    const content = region(page, "Content");
    expect(await content.locator("[data-variable]").allInnerTexts()).toEqual(["{{shop}}", "{{question}}"]);
    expect(await content.innerText()).toMatch(/messages of the placeholder\s+history/);
    expect(await region(page, "Config").innerText()).toContain("temperature");
    expect(await page.getByRole("article").innerText()).toContain("friendlier");
    expect(await region(page, "Use it").innerText()).toContain(
      `client.prompt.get("${SUPPORT}", { label: "candidate", type: "chat" });`,
    );
    expect(await region(page, "Use it").innerText()).toContain(
      'compile({ shop: "…", question: "…" }, { history: [] })',
    );
    expect(await axeFindings()).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("says which generations used each version, and leads to their traces", async () => {
    const { page } = await openPrompt(SUPPORT);
    const rows = region(page, "Used by").getByRole("row");
    await expect.poll(() => rows.count()).toBe(3);
    const [, second, first] = await rows.all();
    expect((await second!.getByRole("cell").allInnerTexts()).slice(0, 2)).toEqual(["2", expect.stringMatching(/^2\s/)]);
    expect((await first!.getByRole("cell").allInnerTexts()).slice(0, 2)).toEqual(["1", expect.stringMatching(/^1\s/)]);
    expect(await second!.innerText()).toMatch(/\$0\.0000\d+/);
    await page.getByRole("link", { name: "traces of version 2" }).click();
    await settled(page);
    await page.getByRole("list", { name: "Active filters" }).getByText("promptVersion = 2").waitFor();
    await expect.poll(() => page.getByRole("link", { name: "answer" }).count()).toBe(2);
  });

  it("compares two versions line by line and word by word", async () => {
    const { page, axeFindings } = await openPrompt(SUPPORT);
    await page.getByLabel("Compare with").selectOption({ label: "version 1 (production)" });
    const content = region(page, "Content from version 1 to version 2");
    await content.locator("ins mark").first().waitFor();
    expect(await content.locator("del").allInnerTexts()).toEqual([expect.stringContaining("Be short.")]);
    expect(await content.locator("ins mark").allInnerTexts()).toEqual([" and friendly"]);
    expect(await region(page, "Config from version 1 to version 2").locator("ins").innerText()).toContain(
      "temperature",
    );
    expect(page.url()).toContain("compare=1");
    expect(await axeFindings()).toEqual([]);
  });

  it("shows the prompts that it refers to as links, and with their texts on request", async () => {
    const { page } = await openPrompt("support/refunds");
    const content = region(page, "Content");
    await content.getByRole("link", { name: /name=rules/ }).waitFor();
    await page.getByLabel("With the texts").check();
    await content.getByText("Follow this: Never promise a date. For").waitFor();
    await page.getByLabel("With the texts").uncheck();
    await content.getByRole("link", { name: /name=rules/ }).click();
    await expect
      .poll(() => region(page, "Part of").getByRole("link").allInnerTexts())
      .toEqual([expect.stringMatching(/support\/refunds\s+version 1/)]);
  });

  it("stays text, whatever it holds", async () => {
    const { page, problems } = await openPrompt("hostile");
    await region(page, "Content").getByText("<script>alert(1)</script>").waitFor();
    expect(problems).toEqual([]);
  });

  it("that does not exist is a problem on the page", async () => {
    const { page } = await openPrompt("nothing");
    expect(await page.getByRole("alert").innerText()).toContain("Prompt not found: nothing");
  });
});

describe("changes", () => {
  it("creates a prompt, and refuses a broken text and config before it is sent", async () => {
    const { page, problems, axeFindings } = await open("/prompts");
    await page.getByRole("link", { name: "New prompt" }).click();
    await page.getByLabel("Name").fill("team/summary");
    await page.getByRole("textbox", { name: "Text" }).fill("Summarize {{#text}}.");
    await page.getByLabel("Config (JSON)").fill('{ "model": ');
    await page.getByRole("alert").getByText("This is not JSON").waitFor();
    await page.getByRole("button", { name: "Create prompt" }).click();
    await page.getByRole("alert").getByText('line 1, column 11: the section "text" is not closed').waitFor();
    await page.getByRole("textbox", { name: "Text" }).fill("Summarize {{text}}.");
    expect(page.url()).toContain("/prompts/new");
    expect(await axeFindings()).toEqual([]);
    await page.getByLabel("Config (JSON)").fill('{ "model": "gpt-4.1" }');
    await page.getByLabel("Tags").fill("team, short");
    await page.getByRole("button", { name: "Create prompt" }).click();
    await page.getByRole("heading", { name: "Version 1" }).waitFor();
    const created = await client.prompt.get("team/summary", { version: 1 });
    expect([created.prompt, created.config, created.tags]).toEqual([
      "Summarize {{text}}.",
      { model: "gpt-4.1" },
      ["team", "short"],
    ]);
    expect(problems).toEqual([]);
  });

  it("creates the next version of a chat with the messages in their new order", async () => {
    await create("edited", [
      { role: "system", content: "one" },
      { role: "user", content: "two" },
    ]);
    const { page, axeFindings } = await openPrompt("edited");
    await page.getByRole("link", { name: "New version" }).click();
    await page.getByLabel("Text of message 2").fill("changed {{x");
    await page.getByRole("button", { name: "Create version" }).click();
    await page.getByRole("alert").getByText("Message 2, line 1, column 9: the tag is not closed").waitFor();
    await page.getByLabel("Text of message 2").fill("changed {{x}}");
    await page.getByRole("button", { name: "Move message 2 up" }).click();
    await page.getByRole("button", { name: "Add message" }).click();
    await page.getByLabel("Role of message 3").selectOption("placeholder");
    await page.getByLabel("Name of placeholder 3").fill("history");
    await page.getByLabel("What changed").fill("order");
    expect(await axeFindings()).toEqual([]);
    await page.getByRole("button", { name: "Create version" }).click();
    await page.getByRole("heading", { name: "Version 2" }).waitFor();
    const { prompt, commitMessage } = await client.prompt.get("edited", { version: 2, type: "chat" });
    expect([prompt, commitMessage]).toEqual([
      [
        expect.objectContaining({ role: "user", content: "changed {{x}}" }),
        expect.objectContaining({ role: "system", content: "one" }),
        { type: "placeholder", name: "history" },
      ],
      "order",
    ]);
  });

  it("moves a label that applications use only when that is confirmed", async () => {
    await create("promoted", "one", { labels: ["production"] });
    await create("promoted", "two");
    const { page, axeFindings } = await openPrompt("promoted");
    await page.getByRole("button", { name: "Set label" }).click();
    const dialog = page.getByRole("dialog", { name: "Label for version 2" });
    await dialog.getByRole("button", { name: "Move label" }).click();
    await dialog.getByText("Move production from version 1 to version 2.").waitFor();
    expect(await axeFindings()).toEqual([]);
    expect(await labelsOf("promoted")).toEqual(["1: production", "2: latest"]);
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "Move label" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("article").getByText("production", { exact: true }).waitFor();
    expect(await labelsOf("promoted")).toEqual(["1: ", "2: latest production"]);
  });

  it("deletes a version and a prompt after a question, unless another prompt needs them", async () => {
    await create("deleted", "one");
    await create("deleted", "two");
    const { page } = await openPrompt("deleted");
    await page.getByRole("button", { name: "Delete version" }).click();
    await page.getByRole("button", { name: "Delete version 2" }).click();
    await page.getByRole("heading", { name: "Version 1" }).waitFor();
    await page.getByRole("button", { name: "Delete prompt" }).click();
    await page.getByRole("button", { name: "Delete its version" }).click();
    await page.getByRole("heading", { name: "Prompts" }).waitFor();
    expect(await labelsOf("deleted")).toEqual([]);

    const { page: other } = await openPrompt("rules");
    await other.getByRole("button", { name: "Delete prompt" }).click();
    await other.getByRole("button", { name: "Delete its version" }).click();
    await other.getByRole("alert").getByText("support/refunds (version 1)").waitFor();
  });
});
