import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { runCapitals } from "../../support/application/capitals-experiment.ts";
import { pageVisits } from "../../support/page/page-visits.ts";
import { settled } from "../../support/page/visit.ts";
import { callsOf } from "../../support/server/api-calls.ts";
import { datasetCallsOf } from "../../support/server/dataset-calls.ts";
import { serverOfAllTests } from "../../support/server/own-server.ts";
import { testedVersions } from "../../support/tested-versions.ts";

const open = pageVisits();
const call = callsOf(() => server);
const { dataset, item } = datasetCallsOf(call);

const server = serverOfAllTests();

const pathOf = (path: string): string => `${server.url}/project/${server.projectId}${path}`;

/** Returns the items of a dataset, the oldest first. */
async function itemsOf(name: string): Promise<Array<Record<string, unknown>>> {
  const { body } = await call("GET", `/dataset-items?datasetName=${encodeURIComponent(name)}&limit=100`);
  return body.data.toReversed();
}

/** Number of items that a long import stores: CI reads a file of 5,000 rows, and imports one of 500. */
const [IMPORTED = 0] = testedVersions([5_000], [500]);

/** Returns a file of CSV with this number of items. */
const csvOf = (count: number): { name: string; mimeType: string; buffer: Buffer } => {
  const csv = ["input,output", ...Array.from({ length: count }, (_, n) => `question ${n},"answer ${n}"`)].join("\n");
  return { name: "a.csv", mimeType: "text/csv", buffer: Buffer.from(csv) };
};

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

function byInput([one]: readonly unknown[], [other]: readonly unknown[]): number {
  return String(one).localeCompare(String(other));
}

describe("the list of datasets", () => {
  it("makes a dataset with a schema, and says what is wrong with one", async () => {
    const visited = await open(pathOf("/datasets"));
    const { page } = visited;
    await page.getByText("There is no dataset").waitFor();
    await page.getByText("datasets.create").waitFor();
    expect(await visited.axeFindings()).toEqual([]);
    await page.getByRole("button", { name: "New dataset" }).click();
    await page.getByLabel("Name").fill("made/here");
    await page.getByLabel("Description").fill("by hand");
    await page.getByLabel("JSON Schema of inputs").fill('{"type": 7}');
    expect(await visited.axeFindings()).toEqual([]);
    await page.getByRole("button", { name: "Create dataset" }).click();
    await page.getByRole("alert").filter({ hasText: "inputSchema" }).waitFor();
    await page.getByLabel("JSON Schema of inputs").fill('{"type": "string"}');
    await page.getByRole("button", { name: "Create dataset" }).click();
    await page.getByRole("heading", { name: "made/here" }).waitFor();
    await page.getByText("The dataset has no item").waitFor();
    const { body } = await call("GET", "/v2/datasets/made%2Fhere");
    expect(body).toMatchObject({ description: "by hand", metadata: null, inputSchema: { type: "string" } });
    expect(page.url()).toBe(pathOf(`/datasets/${body.id}`));
    expect(await visited.axeFindings()).toEqual([]);
    await page.getByRole("link", { name: "Datasets" }).click();
    await page.getByRole("link", { name: "made/here" }).waitFor();
  });

  it("leads to an answer for an unknown dataset", async () => {
    const visited = await open(pathOf("/datasets/no-such"));
    const { page } = visited;
    await page.getByText("There is no such dataset").waitFor();
    expect(await visited.axeFindings()).toEqual([]);
    await page.getByRole("link", { name: "Show all datasets" }).click();
    await page.waitForURL(pathOf("/datasets"));
  });
});

describe("the items of a dataset", () => {
  let address: string;
  let name: string;
  let count = 0;
  beforeEach(async () => {
    name = `dataset ${(count += 1)}`;
    const { body } = await dataset(name, { description: "<b>capitals</b>", metadata: { team: "search" } });
    address = pathOf(`/datasets/${body.id}`);
  });

  it("are made, changed, archived, restored and deleted", async () => {
    const visited = await open(address);
    const { page } = visited;
    await page.getByText("<b>capitals</b>").waitFor();
    await page.getByRole("button", { name: "New item" }).click();
    await page.getByLabel("Input").fill('{"country": "France"}');
    await page.getByText("Read as a JSON object").waitFor();
    await page.getByLabel("Expected output").fill("Paris");
    await page.getByRole("button", { name: "Create item" }).click();
    await row(page, "France").waitFor();
    expect(await itemsOf(name)).toMatchObject([
      { input: { country: "France" }, expectedOutput: "Paris", metadata: null },
    ]);

    await row(page, "France").getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Expected output").fill('"42"');
    await page.getByRole("button", { name: "Save" }).click();
    // The row can have these digits in its time, too.
    const isSaved = [{ input: { country: "France" }, expectedOutput: "42" }];
    await expect.poll(() => itemsOf(name)).toMatchObject(isSaved);
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await row(page, "France").getByRole("button", { name: "Edit" }).click();
    // A text that looks like a number keeps its quotes, so that it stays a text.
    expect(await page.getByLabel("Expected output").inputValue()).toBe('"42"');
    await page.keyboard.press("Escape");

    await page.getByRole("button", { name: "Archive" }).click();
    await page.getByText("The dataset has no item").waitFor();
    await page.getByLabel("Shown items").selectOption("archived");
    await row(page, "archived").getByRole("button", { name: "Restore" }).click();
    await page.getByText("No item is archived").waitFor();
    await page.getByLabel("Shown items").selectOption("active");
    await row(page, "France").waitFor();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    expect(await visited.axeFindings()).toEqual([]);
    await page.getByRole("button", { name: "Delete item" }).click();
    await page.getByText("The dataset has no item").waitFor();
    expect(await itemsOf(name)).toEqual([]);
    expect(visited.problems).toEqual([]);
  });

  it("are shown as they were at a time, with the trace that they come from", async () => {
    await item(name, { input: "asked then", sourceTraceId: "a".repeat(32), sourceObservationId: "b".repeat(16) });
    const visited = await open(address);
    const { page } = visited;
    const link = await page.getByRole("link", { name: "Trace", exact: true }).getAttribute("href");
    expect(link).toBe(`/project/${server.projectId}/traces/${"a".repeat(32)}?observation=${"b".repeat(16)}`);
    await page.getByLabel("As of").fill("2020-01-01T00:00:00");
    await page.getByText("The dataset had no item then").waitFor();
    expect(new URL(page.url()).searchParams.get("version")).toContain("2020-01-01T00:00");
    await page.getByLabel("As of").fill("2100-01-01T00:00:00");
    await row(page, "asked then").waitFor();
    expect(await page.getByRole("button", { name: "Edit", exact: true }).count()).toBe(0);
  });

  it("come from a file of CSV, with the columns that one chooses", async () => {
    const visited = await open(address);
    const { page } = visited;
    await page.getByRole("button", { name: "Import" }).click();
    const csv = 'country,capital,"notes, more"\nFrance,Paris,"said ""so"""\nJapan,Tokyo\nItaly,"Ro\nme",{"a":1}\n';
    await page.getByLabel("File").setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.getByLabel("capital").selectOption("expectedOutput");
    await page.getByRole("table", { name: "Preview" }).getByText("France").waitFor();
    await page.getByText("1 row is left out").waitFor();
    await page.getByText(/Row 2: Too few fields/).waitFor();
    expect(await visited.axeFindings()).toEqual([]);
    await page.getByRole("button", { name: "Import 2 items" }).click();
    await page.getByText("2 of 2 items imported").waitFor();
    await page.getByRole("button", { name: "Done" }).click();
    await row(page, "Italy").waitFor();
    const stored = (await itemsOf(name)).map(({ input, expectedOutput, metadata }) => [
      input,
      expectedOutput,
      metadata,
    ]);
    expect(stored.toSorted(byInput)).toEqual([
      ["France", "Paris", { "notes, more": 'said "so"' }],
      ["Italy", "Ro\nme", { a: 1 }],
    ]);
  });

  it("come from a file of JSONL, and what the service refuses is named by its row", async () => {
    await dataset(name, { inputSchema: { type: "string" } });
    const visited = await open(address);
    const { page } = visited;
    await page.getByRole("button", { name: "Import" }).click();
    const lines = ['{"input":"one","expected_output":[1]}', "{broken", "[1]", '{"input":2}', "", '{"input":"three"}'];
    const file = { name: "a.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(lines.join("\n")) };
    await page.getByLabel("File").setInputFiles(file);
    await page.getByText("Row 2: this is not JSON").waitFor();
    await page.getByText("Row 3: a JSON object is expected").waitFor();
    await page.getByRole("button", { name: "Import 3 items" }).click();
    await page.getByText("2 of 3 items imported").waitFor();
    await page.getByText(/Row 4: input: must be string/).waitFor();
    expect(new Set((await itemsOf(name)).map(({ input }) => input))).toEqual(new Set(["one", "three"]));
    expect(visited.problems.filter((problem) => !problem.includes("400"))).toEqual([]);
  });

  it("are exported as JSONL that can be imported again", async () => {
    await item(name, { id: "first", input: { q: "ü\u2028" }, expectedOutput: "A", metadata: { n: 1 } });
    const { page } = await open(address);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export JSONL" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${name.replace(" ", "-")}.jsonl`);
    const [line] = (await text(await download.createReadStream())).split("\n");
    expect(JSON.parse(line!)).toMatchObject({ id: "first", input: { q: "ü\u2028" }, metadata: { n: 1 } });
    const changed = line!.replace('"A"', '"B"');
    await page.getByRole("button", { name: "Import" }).click();
    const file = { name: "again.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(changed) };
    await page.getByLabel("File").setInputFiles(file);
    await page.getByRole("button", { name: "Import 1 items" }).click();
    await page.getByText("1 of 1 items imported").waitFor();
    expect(await itemsOf(name)).toMatchObject([{ id: "first", expectedOutput: "B", metadata: { n: 1 } }]);
  });

  it("are read from a file of 5,000 rows while the page stays quick", async () => {
    const { page } = await open(address);
    await page.getByRole("button", { name: "Import" }).click();
    await page.evaluate(() => {
      const state = globalThis as unknown as { longest: number };
      state.longest = 0;
      let last = performance.now();
      setInterval(() => {
        state.longest = Math.max(state.longest, performance.now() - last);
        last = performance.now();
      }, 10);
    });
    await page.getByLabel("File").setInputFiles(csvOf(5_000));
    await page.getByRole("button", { name: "Import 5,000 items" }).waitFor();
    const longest = await page.evaluate(() => (globalThis as unknown as { longest: number }).longest);
    expect(longest).toBeLessThan(2_000);
    if (IMPORTED < 5_000) await page.getByLabel("File").setInputFiles(csvOf(IMPORTED));
    const count = IMPORTED.toLocaleString("en");
    await page.getByRole("button", { name: `Import ${count} items` }).click();
    await page.getByText(`${count} of ${count} items imported`).waitFor({ timeout: 150_000 });
    expect((await call("GET", `/dataset-items?datasetName=${encodeURIComponent(name)}`)).body.meta.totalItems).toBe(
      IMPORTED,
    );
  }, 200_000);
});

describe("a dataset with runs", () => {
  it("leads to their results, and compares the last two", async () => {
    const first = await runCapitals(server.url, "first run");
    const second = await runCapitals(server.url, "second run", ["Japan=Kyoto"]);
    const visited = await open(pathOf("/datasets/capitals"));
    const { page } = visited;
    await row(page, "Brasília").waitFor();
    expect(await page.getByRole("link", { name: "first run" }).getAttribute("href")).toBe(
      first.slice(server.url.length),
    );
    await page.getByRole("link", { name: "Compare the last two" }).click();
    await page.waitForURL(`${first}&compare=${new URL(second).searchParams.get("baseline")}`);
    await settled(page);
    await page.getByRole("columnheader", { name: "second run" }).first().waitFor();
    await page.goto(pathOf("/experiments"));
    await page.getByRole("link", { name: "capitals" }).first().click();
    await page.getByRole("heading", { name: "capitals" }).waitFor();
    expect(visited.problems).toEqual([]);
  });

  it.each(["light", "dark"] as const)("has no axe finding on a phone, %s, and no wider page", async (colorScheme) => {
    const visited = await open(pathOf("/datasets/capitals"), { colorScheme, viewport: { width: 390, height: 844 } });
    expect(await visited.axeFindings()).toEqual([]);
    expect(await visited.page.locator("html").evaluate(({ scrollWidth }) => scrollWidth)).toBe(390);
  });
});
