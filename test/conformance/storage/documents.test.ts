// Prompts, datasets, keys and configurations: every engine gives the same answers, in the same order, page by page, and the
// same errors, also to clients that write at the same time.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startServer } from "@svc/server";
import { expect, test } from "vitest";
import { callsOf } from "../../support/server/api-calls.ts";
import { datasetCallsOf } from "../../support/server/dataset-calls.ts";
import { promptCallsOf } from "../../support/server/prompt-calls.ts";
import { startCommand } from "../../support/server/server-command.ts";
import { describeOnEngines } from "../../support/storage/describe-on-engines.ts";
import { DOCUMENT_ENGINES } from "../../support/storage/storage-engines.ts";
import { folderOfTest } from "../../support/temporary-folder.ts";

const MANY = 12;

describeOnEngines(DOCUMENT_ENGINES, "documents", (service) => {
  const call = callsOf(() => service().server);
  const prompts = promptCallsOf(call);
  const datasets = datasetCallsOf(call);

  test("versions of a prompt that clients write together are numbered without gaps, and one is the latest", async () => {
    await Promise.all(Array.from({ length: MANY }, async (_, index) => prompts.create("together", `text ${index}`)));
    const { body } = await call("GET", "/v2/prompts?name=together");
    expect(body.data[0]?.["versions"]).toEqual(Array.from({ length: MANY }, (_, index) => index + 1));
    const labels = await prompts.labelsOf("together");
    expect(labels.filter((line) => line.includes("latest"))).toEqual([`${MANY}: latest`]);
  });

  test("a label is on one version, the last that took it", async () => {
    await prompts.create("labelled", "one", { labels: ["production"] });
    await prompts.create("labelled", "two", { labels: ["production"] });
    expect(await prompts.labelsOf("labelled")).toEqual(["1: ", "2: latest production"]);
    expect((await prompts.read("labelled", "?label=production")).body["prompt"]).toBe("two");
    expect((await prompts.read("labelled", "?version=1")).body["prompt"]).toBe("one");
  });

  test.each([
    ["an unknown prompt", async () => prompts.read("nothing"), 404],
    ["an unknown version", async () => prompts.read("labelled", "?version=99"), 404],
    ["an unknown label", async () => prompts.read("labelled", "?label=nothing"), 404],
    ["another type under a known name", async () => prompts.create("labelled", [{ role: "user", content: "x" }]), 400],
    ["an unknown dataset", async () => call("GET", "/v2/datasets/nothing"), 404],
    ["an item of an unknown dataset", async () => datasets.item("nothing"), 404],
    ["an unknown item", async () => call("GET", "/dataset-items/nothing"), 404],
    ["an unknown score config", async () => call("GET", "/score-configs/nothing"), 404],
  ])("answers %s with an error", async (_what, asked, status) => {
    expect((await asked()).status).toBe(status);
  });

  test("a dataset of a known name is changed, not made again", async () => {
    const first = await datasets.dataset("known", { description: "one", metadata: { deep: [1, { two: null }] } });
    const again = await datasets.dataset("known", { description: "two" });
    expect([again.body.id, again.body["description"]]).toEqual([first.body.id, "two"]);
    const { body } = await call("GET", "/v2/datasets/known");
    expect(body["createdAt"]).toBe(first.body["createdAt"]);
  });

  test("an item that clients write together under one id is one item", async () => {
    await datasets.dataset("shared");
    const answers = await Promise.all(
      Array.from({ length: MANY }, async (_, index) => datasets.item("shared", { id: "one", input: { index } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: MANY }, () => 200));
    expect((await call("GET", "/dataset-items?datasetName=shared")).body.data).toHaveLength(1);
  });

  test.each<[string, string, (name: string) => Promise<unknown>, (row: Record<string, unknown>) => unknown]>([
    ["datasets", "/v2/datasets", async (name) => datasets.dataset(name), (row) => row["name"]],
    [
      "items",
      "/dataset-items?datasetName=pages",
      async (name) => datasets.item("pages", { id: name }),
      (row) => row["id"],
    ],
    [
      "score configs",
      "/score-configs",
      async (name) => call("POST", "/score-configs", { name, dataType: "NUMERIC" }),
      (row) => row["name"],
    ],
    ["prompts", "/v2/prompts", async (name) => prompts.create(name), (row) => row["name"]],
  ])("pages of %s have each once and the same order, with the total", async (what, path, make, nameOf) => {
    if (what === "items") await datasets.dataset("pages");
    for (let index = 0; index < 7; index += 1) await make(`${what.replace(" ", "-")}-${index}`);
    const separator = path.includes("?") ? "&" : "?";
    const whole = await call("GET", `${path}${separator}limit=100`);
    const names = whole.body.data.map(nameOf);
    const seen: unknown[] = [];
    for (let page = 1; seen.length < names.length; page += 1) {
      const { body } = await call("GET", `${path}${separator}limit=3&page=${page}`);
      expect([body.data.length > 0, body.meta.totalItems]).toEqual([true, names.length]);
      seen.push(...body.data.map(nameOf));
    }
    expect(seen).toEqual(names);
    expect(new Set(names).size).toBe(names.length);
  });

  test("a dataset is read as it was at a time", async () => {
    await datasets.dataset("versions");
    const { body: before } = await datasets.item("versions", { id: "v", input: "before" });
    await datasets.item("versions", { id: "v", input: "after" });
    const at = async (version: unknown): Promise<unknown[]> => {
      const query = new URLSearchParams({ datasetName: "versions", version: String(version) }).toString();
      return (await call("GET", `/dataset-items?${query}`)).body.data.map((row) => row["input"]);
    };
    expect(await at(before["updatedAt"])).toEqual(["before"]);
    expect(await at("2100-01-01T00:00:00.000Z")).toEqual(["after"]);
    expect(await at("2000-01-01T00:00:00.000Z")).toEqual([]);
  });

  test("values of every kind come back as they were", async () => {
    const input = {
      text: "Grüße, 世界 '; DROP TABLE x; --",
      numbers: [0.1, -1e300, 2 ** 53],
      nothing: null,
      no: false,
    };
    await datasets.dataset("values");
    const { body } = await datasets.item("values", { input, expectedOutput: [], metadata: "text" });
    expect((await call("GET", `/dataset-items/${body.id}`)).body).toMatchObject({
      input,
      expectedOutput: [],
      metadata: "text",
    });
  });

  test("a score config keeps the fields that a change leaves out", async () => {
    const { body } = await call("POST", "/score-configs", {
      name: "range",
      dataType: "NUMERIC",
      minValue: 0,
      maxValue: 1,
    });
    await call("PATCH", `/score-configs/${body.id}`, { description: "of one" });
    expect((await call("GET", `/score-configs/${body.id}`)).body).toMatchObject({
      minValue: 0,
      maxValue: 1,
      description: "of one",
    });
  });

  test("a connection that clients write together is stored once", async () => {
    const connection = { provider: "together", adapter: "openai", secretKey: "sk-1" };
    await Promise.all(Array.from({ length: MANY }, async () => call("PUT", "/llm-connections", connection)));
    const { body } = await call("GET", "/llm-connections?limit=100");
    expect(body.data.filter((row) => row["provider"] === "together")).toHaveLength(1);
  });

  test("keys open their own project alone, whose documents are apart", async ({ skip }) => {
    skip(service().dataDirectory === undefined, "the command that makes keys needs a file");
    const keys = await service().projectKeys("apart");
    expect((await call("GET", "/v2/prompts/labelled", undefined, keys)).status).toBe(404);
    await call("POST", "/v2/prompts", { name: "labelled", prompt: "theirs", labels: ["production"] }, keys);
    expect((await call("GET", "/v2/prompts/labelled", undefined, keys)).body["prompt"]).toBe("theirs");
    expect((await prompts.read("labelled")).body["prompt"]).toBe("two");
  });

  test("what was answered is there after a restart", async ({ skip }) => {
    skip(service().dataDirectory === undefined, "the data are in memory");
    const read = async (): Promise<unknown[]> =>
      Promise.all(
        ["/v2/prompts?limit=100", "/v2/datasets?limit=100", "/score-configs?limit=100"].map(
          async (path) => (await call("GET", path)).body,
        ),
      );
    const before = await read();
    await service().restart();
    expect(await read()).toEqual(before);
  });

  test.each<[string, string, number[]]>([
    ["the newest version", "?version=3", [1, 2]],
    ["a label", "?label=production", [1, 3]],
    ["every version", "", []],
  ])("the number of a removed version never comes back: %s is removed", async (what, query, left) => {
    const path = `/v2/prompts/${encodeURIComponent(what)}`;
    for (const labels of [[], ["production"], []]) await prompts.create(what, "text", { labels });
    expect((await call("DELETE", path + query)).status).toBe(204);
    expect((await prompts.create(what, "another text")).body["version"]).toBe(4);
    const { body } = await call("GET", `/v2/prompts?name=${encodeURIComponent(what)}`);
    expect(body.data[0]?.["versions"]).toEqual([...left, 4]);
    // The type is that of the versions which are left.
    if (left.length > 0) return;
    await call("DELETE", path);
    const chat = await prompts.create(what, [{ role: "user", content: "x" }]);
    expect([chat.status, chat.body["version"]]).toEqual([201, 5]);
  });

  test("the numbers of removed versions are moved with an export", async ({ skip }) => {
    skip(service().dataDirectory === undefined, "the data are in memory");
    for (const text of ["one", "two"]) await prompts.create("moved", text);
    await call("DELETE", "/v2/prompts/moved?version=2");
    const exported = await service().command("export", "--all");
    const directory = folderOfTest("moved");
    const file = join(directory, "everything.jsonl");
    await writeFile(file, exported.stdout);
    const importFile = async (): Promise<number | null> =>
      (await startCommand(["import", file, "--data", directory]).finished).code;
    const versionAfter = async (): Promise<unknown> => {
      const other = await startServer({ port: 0, dataDirectory: directory, openToThisMachine: true });
      const { body } = await promptCallsOf(callsOf(() => other)).create("moved", "three");
      await other.close();
      return body["version"];
    };
    expect([await importFile(), await versionAfter()]).toEqual([0, 3]);
    // A second import of the same file takes no number back.
    expect([await importFile(), await versionAfter()]).toEqual([0, 4]);
  });

  test("archived items keep no schema out, and are checked when they are active again", async () => {
    await datasets.dataset("archived");
    await datasets.item("archived", { id: "old", input: 7, status: "ARCHIVED" });
    await datasets.item("archived", { id: "new", input: "text" });
    const inputSchema = { type: "string" };
    expect((await datasets.dataset("archived", { inputSchema })).status).toBe(200);
    const isArchived = { id: "old", expectedOutput: "changed" };
    expect((await datasets.item("archived", isArchived)).status).toBe(200);
    expect((await datasets.item("archived", { id: "another", input: 8, status: "ARCHIVED" })).status).toBe(200);
    const refused = await datasets.item("archived", { id: "old", status: "ACTIVE" });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining("must be string")]);
    expect((await datasets.item("archived", { id: "old", status: "ACTIVE", input: "fits" })).status).toBe(200);
    expect((await datasets.dataset("archived", { inputSchema: { type: "number" } })).status).toBe(400);
  });

  test("a removed prompt is gone", async () => {
    expect((await call("DELETE", "/v2/prompts/together")).status).toBe(204);
    expect((await prompts.read("together")).status).toBe(404);
  });
});
