import { execFile } from "node:child_process";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { LOCAL_KEYS } from "@svc/core/internal";
import { describe, expect, it } from "vitest";
import { pageVisits } from "../../support/page/page-visits.ts";
import type { Visit } from "../../support/page/visit.ts";
import { AUTHORIZATION, get, send } from "../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../support/server/own-server.ts";

const open = pageVisits();

const traceId = (n: number): string => n.toString(16).padStart(32, "0");
const SPAN = "b7ad6b7169203331";

const server = serverOfAllTests();

let traces = 0;

/** Sends a trace of one generation, and opens it. */
async function visit(attributes: Record<string, string | number> = {}): Promise<Visit & { traceId: string }> {
  const id = traceId(++traces);
  await send(server, {
    spans: [
      { traceId: id, spanId: SPAN, name: "call", attributes: { [svc.OBSERVATION_TYPE]: "generation", ...attributes } },
    ],
  });
  const visited = await open(`${server.url}/project/${server.projectId}/traces/${id}`, {
    permissions: ["clipboard-read", "clipboard-write"],
  });
  return { ...visited, traceId: id };
}

async function post(path: string, body: object): Promise<void> {
  const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
  const response = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
}

const json = async (path: string): Promise<unknown> => (await get(server, path)).json();

describe("scores", () => {
  it("are added with a name of their own, and deleted", async () => {
    const visited = await visit();
    const scores = visited.page.getByRole("region", { name: "Scores" });
    await scores.getByText("Add a score").click();
    await scores.getByLabel("Name").fill("helpful");
    await scores.getByLabel("Type").selectOption("BOOLEAN");
    await scores.getByLabel("Value").selectOption("1");
    await scores.getByLabel("Comment").fill("to the point");
    expect(await visited.axeFindings()).toEqual([]);
    await scores.getByRole("button", { name: "Add", exact: true }).click();
    const row = scores.getByRole("row", { name: "helpful" });
    await row.waitFor();
    expect(await row.innerText()).toMatch(/true\s+observation\s+API\s+to the point/);
    const stored = `/api/public/v3/scores?traceId=${visited.traceId}`;
    expect(await json(stored)).toMatchObject({ data: [{ name: "helpful", value: true, dataType: "BOOLEAN" }] });
    await row.getByRole("button", { name: "Delete" }).click();
    await row.waitFor({ state: "detached" });
    expect(await json(stored)).toMatchObject({ data: [] });
    expect(visited.problems).toEqual([]);
  });

  it("follow a score config", async () => {
    const categories = [
      { value: 0, label: "cold" },
      { value: 1, label: "warm" },
    ];
    await post("/api/public/score-configs", { name: "tone", dataType: "CATEGORICAL", categories });
    const visited = await visit();
    const scores = visited.page.getByRole("region", { name: "Scores" });
    await scores.getByText("Add a score").click();
    await scores.getByLabel("Score config").selectOption("tone");
    await scores.getByLabel("Value").selectOption("warm");
    await scores.getByRole("button", { name: "Add", exact: true }).click();
    const row = scores.getByRole("row", { name: "tone" });
    await row.waitFor();
    expect(await row.innerText()).toMatch(/warm\s+observation\s+ANNOTATION/);
  });

  it("of a program cannot be deleted here, and what the service refuses is said", async () => {
    const visited = await visit();
    await post("/api/public/scores", { traceId: visited.traceId, observationId: SPAN, name: "by a program", value: 1 });
    await visited.page.reload();
    const scores = visited.page.getByRole("region", { name: "Scores" });
    const row = scores.getByRole("row", { name: "by a program" });
    await row.waitFor();
    expect(await row.getByRole("button").count()).toBe(0);
    await visited.page.route("**/api/public/scores", (route) =>
      route.fulfill({ status: 400, json: { message: "no such score" } }),
    );
    await scores.getByText("Add a score").click();
    await scores.getByLabel("Name").fill("refused");
    await scores.getByLabel("Value").fill("0.5");
    await scores.getByRole("button", { name: "Add", exact: true }).click();
    expect(await scores.getByRole("alert").innerText()).toContain("no such score");
  });
});

it("comments are listed and added", async () => {
  const visited = await visit();
  const comments = visited.page.getByRole("region", { name: "Comments" });
  await comments.getByText("Add a comment").click();
  await comments.getByRole("textbox").fill("<b>Should</b> name the day.");
  await comments.getByRole("button", { name: "Add", exact: true }).click();
  await comments.getByRole("listitem").getByText("<b>Should</b> name the day.").waitFor();
  expect(await json(`/api/public/comments?objectType=OBSERVATION&objectId=${SPAN}`)).toMatchObject({
    data: [{ content: "<b>Should</b> name the day." }],
  });
  expect(await visited.axeFindings()).toEqual([]);
});

describe("an observation is taken elsewhere", () => {
  it("as a command for a terminal", async () => {
    const { page, traceId: id } = await visit({ [svc.OBSERVATION_INPUT]: "it's here" });
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await page.getByText("Copied", { exact: true }).waitFor();
    const command = await page.evaluate(() =>
      (navigator as unknown as { clipboard: { readText(): Promise<string> } }).clipboard.readText(),
    );
    const env = { ...process.env, SVC_PUBLIC_KEY: LOCAL_KEYS.publicKey, SVC_SECRET_KEY: LOCAL_KEYS.secretKey };
    const { stdout } = await promisify(execFile)("sh", ["-c", command], { env });
    expect(JSON.parse(stdout)).toMatchObject({ data: [{ id: SPAN, traceId: id, input: "it's here" }] });
  });

  it("as an item of a dataset, new or old", async () => {
    const visited = await visit({ [svc.OBSERVATION_INPUT]: '{"question":1}', [svc.OBSERVATION_OUTPUT]: "the answer" });
    const { page } = visited;
    await page.getByRole("button", { name: "Add to dataset" }).click();
    const dialog = page.getByRole("dialog", { name: "Add to a dataset" });
    await dialog.getByLabel("New dataset").fill("hard/questions");
    expect(await visited.axeFindings()).toEqual([]);
    await dialog.getByRole("button", { name: "Add the item" }).click();
    await dialog.getByText("Added to hard/questions").waitFor();
    expect(await json("/api/public/dataset-items?datasetName=hard/questions")).toMatchObject({
      data: [
        {
          input: { question: 1 },
          expectedOutput: "the answer",
          sourceTraceId: visited.traceId,
          sourceObservationId: SPAN,
        },
      ],
    });
    await page.reload();
    await page.getByRole("button", { name: "Add to dataset" }).click();
    await dialog.getByLabel("Dataset", { exact: true }).selectOption("hard/questions");
    await dialog.getByRole("button", { name: "Add the item" }).click();
    await dialog.getByText("Added to hard/questions").waitFor();
    expect(await json("/api/public/dataset-items?datasetName=hard/questions")).toMatchObject({
      meta: { totalItems: 2 },
    });
  });
});

describe("numbers that JavaScript would round", () => {
  const ID = "107505301260286111";
  const NUMBERS = [ID, "1e400", "-0", "-9223372036854775808", "0.12345678901234567891"];
  const LIST = `[${NUMBERS.join(",")}]`;
  const call = { id: "c1", type: "function", function: { name: "find_order", arguments: `{"order":${ID}}` } };
  const attributes = {
    [svc.OBSERVATION_INPUT]: `{"order":${ID},"list":${LIST}}`,
    [svc.OBSERVATION_OUTPUT]: JSON.stringify([{ role: "assistant", content: null, tool_calls: [call] }]),
    [`${svc.OBSERVATION_METADATA}.list`]: LIST,
    [svc.OBSERVATION_MODEL_PARAMETERS]: `{"seed":${ID}}`,
  };
  const storedItem = async (name: string): Promise<string> =>
    (await get(server, `/api/public/dataset-items?datasetName=${name}`)).text();

  it("keep their digits in values, in calls of tools, in copies and in an item of a dataset", async () => {
    await post("/api/public/v2/datasets", { name: "digits" });
    const { page } = await visit(attributes);
    await page.getByText("list: ", { exact: false }).first().waitFor();
    const folded = page.locator("details:not([open]) > summary:visible");
    while ((await folded.count()) > 0) await folded.first().click();
    const shown = await page.locator("main").innerText();
    expect(NUMBERS.filter((number) => !shown.includes(number))).toEqual([]);
    expect(shown).toMatch(new RegExp(`find_order[^]*order[^]*${ID}`));
    expect(shown).not.toContain("10750530126028611000");
    expect(shown).not.toContain("107505301260286110");
    await page.getByRole("button", { name: "Copy as JSON" }).click();
    await page.getByText("Copied", { exact: true }).waitFor();
    const copied = await page.evaluate(() =>
      (navigator as unknown as { clipboard: { readText(): Promise<string> } }).clipboard.readText(),
    );
    expect(copied).toContain(`"seed": ${ID}`);
    expect(copied.replaceAll(/\s/g, "")).toContain(`"list":${LIST}`);
    await page.getByRole("button", { name: "Add to dataset" }).click();
    const dialog = page.getByRole("dialog", { name: "Add to a dataset" });
    await dialog.getByLabel("Dataset", { exact: true }).selectOption("digits");
    await dialog.getByRole("button", { name: "Add the item" }).click();
    await dialog.getByText("Added to digits").waitFor();
    expect(await storedItem("digits")).toContain(`"input":{"order":${ID},"list":${LIST}}`);
  });

  it("keep their digits when an item of a dataset is changed and exported", async () => {
    const { page } = await open(`${server.url}/project/${server.projectId}/datasets/digits`);
    await page.getByRole("button", { name: "Edit", exact: true }).first().click();
    expect(await page.getByLabel("Input").inputValue()).toContain(`"order": ${ID}`);
    await page.getByLabel("Metadata").fill(`{"id":${ID}}`);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(await storedItem("digits")).toMatch(new RegExp(`"input":{"order":${ID}.*"metadata":{"id":${ID}}`));
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export JSONL" }).click(),
    ]);
    const lines = await text(await download.createReadStream());
    expect(lines).toContain(`"input":{"order":${ID},"list":${LIST}}`);
    await page.getByRole("button", { name: "Import" }).click();
    const file = {
      name: "again.jsonl",
      mimeType: "application/jsonl",
      buffer: Buffer.from(`{"input":{"again":${ID}}}\n`),
    };
    await page.getByLabel("File").setInputFiles(file);
    await page.getByRole("button", { name: "Import 1 items" }).click();
    await page.getByText("1 of 1 items imported").waitFor();
    expect(await storedItem("digits")).toContain(`"input":{"again":${ID}}`);
  });

  it("are shown as the browser reads them where it cannot keep digits", async () => {
    const { page } = await visit(attributes);
    await page.addInitScript("delete JSON.rawJSON; delete JSON.isRawJSON");
    await page.reload();
    expect(await page.getByText("107505301260286110").first().innerText()).toContain("107505301260286110");
  });
});

it("a text is found in folded values, with its place", async () => {
  const input = JSON.stringify({ deep: { list: [{ note: "a Needle in hay" }] } });
  const visited = await visit({
    [svc.OBSERVATION_INPUT]: input,
    [`${svc.OBSERVATION_METADATA}.needle.case`]: '"gold"',
  });
  await visited.page.getByLabel("Search in this observation").fill("needle");
  const found = visited.page.getByRole("list", { name: "Found values" }).getByRole("listitem");
  await expect.poll(() => found.count()).toBe(2);
  expect(await found.allInnerTexts()).toEqual([
    "input.deep.list[0].note\na Needle in hay",
    expect.stringContaining("needle.case"),
  ]);
  expect(await visited.page.locator("mark").first().innerText()).toBe("Needle");
  expect(await visited.axeFindings()).toEqual([]);
});

describe("the cost", () => {
  const usage = { [svc.OBSERVATION_USAGE_DETAILS]: '{"input":1000,"output":100}' };
  const said = async ({ page }: Visit): Promise<string> =>
    page.getByRole("region", { name: "Usage and cost" }).locator("p").innerText();

  it("names the entry of the price list and its tier", async () => {
    const visited = await visit({ [svc.OBSERVATION_MODEL]: "gpt-4o-mini", ...usage });
    await expect
      .poll(() => said(visited))
      .toBe("Price list: gpt-4o-mini, tier Standard, prices that come with the service");
  });

  it("has no total without a price of the output, and says which price is missing", async () => {
    const visited = await visit({ [svc.OBSERVATION_MODEL]: "mistral-embed", ...usage });
    const list = "Price list: mistral-embed, tier Standard, prices that come with the service";
    await expect.poll(() => said(visited)).toBe(`${list}. It has no price for output, so there is no total.`);
  });

  it("by the price list is recognised where a kind costs what its whole costs", async () => {
    const details = { [svc.OBSERVATION_USAGE_DETAILS]: '{"input":10,"input_image_tokens":5,"output":1}' };
    const visited = await visit({ [svc.OBSERVATION_MODEL]: "gpt-4o-mini", ...details });
    await expect.poll(() => said(visited)).toMatch(/^Price list: gpt-4o-mini/);
  });

  it("is told from one that the application sent", async () => {
    const cost = { [svc.OBSERVATION_COST_DETAILS]: '{"total":0.5}' };
    expect(await said(await visit({ [svc.OBSERVATION_MODEL]: "own-model", ...usage, ...cost }))).toBe(
      "The application sent the cost. No entry of the price list matches the model.",
    );
    expect(await said(await visit({ [svc.OBSERVATION_MODEL]: "own-model", ...usage }))).toBe(
      "There is no cost. No entry of the price list matches the model.",
    );
  });
});

it("the prompt is a link to its version", async () => {
  const { page } = await visit({
    [svc.OBSERVATION_PROMPT_NAME]: "support/answer",
    [svc.OBSERVATION_PROMPT_VERSION]: 3,
  });
  const link = page.getByRole("link", { name: "support/answer version 3" });
  expect(await link.getAttribute("href")).toBe(`/project/${server.projectId}/prompts/support%2Fanswer?version=3`);
});

describe("media", () => {
  const SOUND = "UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQgAAAAAAAAAAAAAAA==";

  it("plays sounds of the message, and those that the service stores", async () => {
    const content = [
      { type: "input_audio", input_audio: { data: SOUND, format: "wav" } },
      { type: "input_audio", input_audio: { data: await stored("audio/wav", SOUND), format: "wav" } },
    ];
    const visited = await visit({ [svc.OBSERVATION_INPUT]: JSON.stringify([{ role: "user", content }]) });
    const sounds = visited.page.getByRole("region", { name: "Conversation" }).locator("audio");
    await expect.poll(() => sounds.count()).toBe(2);
    for (const sound of await sounds.all()) {
      await expect
        .poll(() => sound.evaluate((element) => Reflect.get(element, "duration") as number))
        .toBeGreaterThan(0);
    }
    expect(visited.problems).toEqual([]);
    expect(await visited.axeFindings()).toEqual([]);
  });

  it("shows images that the service stores", async () => {
    const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const content = [{ type: "image_url", image_url: { url: await stored("image/png", PIXEL) } }];
    const { page, problems } = await visit({ [svc.OBSERVATION_INPUT]: JSON.stringify([{ role: "user", content }]) });
    const image = page.getByRole("region", { name: "Conversation" }).getByRole("img");
    await expect.poll(() => image.evaluate((element) => Reflect.get(element, "naturalWidth") as number)).toBe(1);
    expect(problems).toEqual([]);
  });

  /** Stores a content as an SDK does, and returns its reference. */
  async function stored(contentType: string, base64: string): Promise<string> {
    const bytes = Buffer.from(base64, "base64");
    const hash = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("base64");
    const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
    const announced = {
      contentType,
      contentLength: bytes.length,
      sha256Hash: hash,
      field: "input",
      traceId: traceId(999),
    };
    const answer = await fetch(`${server.url}/api/public/media`, {
      method: "POST",
      headers,
      body: JSON.stringify(announced),
    });
    const { mediaId, uploadUrl } = (await answer.json()) as { mediaId: string; uploadUrl: string };
    const type = { "content-type": contentType, "x-amz-checksum-sha256": hash };
    const put = await fetch(uploadUrl, { method: "PUT", headers: type, body: bytes });
    if (!put.ok) throw new Error(await put.text());
    const upload = { uploadedAt: new Date().toISOString(), uploadHttpStatus: 200 };
    await fetch(`${server.url}/api/public/media/${mediaId}`, {
      method: "PATCH",
      headers,
      body: JSON.stringify(upload),
    });
    return `@@@svcMedia:type=${contentType}|id=${mediaId}|source=bytes@@@`;
  }
});
