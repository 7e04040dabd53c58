import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { beforeAll, describe, expect, it } from "vitest";
import { runExample } from "../../support/application/example.ts";
import { pageVisits } from "../../support/page/page-visits.ts";
import { type Visit, settled } from "../../support/page/visit.ts";
import { callsOf } from "../../support/server/api-calls.ts";
import { observations, send } from "../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../support/server/own-server.ts";

const open = pageVisits();
const call = callsOf(() => server);

const TRACE = "a".repeat(32);
const SESSION = "b".repeat(32);

const server = serverOfAllTests();
beforeAll(async () => {
  await runExample(server.url, TRACE);
  const attributes = { [svc.TRACE_SESSION_ID]: "session-1", [svc.OBSERVATION_INPUT]: "Is it open?" };
  await send(server, { spans: [{ traceId: SESSION, name: "turn", start: Date.now(), end: Date.now(), attributes }] });
}, 60_000);

const pathOf = (path: string): string => `${server.url}/project/${server.projectId}${path}`;

/** Makes a queue with a score of each kind, and these objects in it. Returns its id. */
async function queueOf(name: string, objects: ReadonlyArray<readonly [type: string, id: string]>): Promise<string> {
  const config = async (fields: Record<string, unknown>): Promise<string> =>
    (await call("POST", "/score-configs", fields)).body.id;
  const scoreConfigIds = [
    await config({ name: "correct", dataType: "BOOLEAN" }),
    await config({
      name: "tone",
      dataType: "CATEGORICAL",
      categories: [
        { label: "cold", value: 0 },
        { label: "kind", value: 1 },
      ],
    }),
    await config({ name: "stars", dataType: "NUMERIC", minValue: 1, maxValue: 5 }),
    await config({ name: "note", dataType: "TEXT" }),
  ];
  const { body } = await call("POST", "/annotation-queues", { name, scoreConfigIds });
  for (const [objectType, objectId] of objects) {
    await call("POST", `/annotation-queues/${body.id}/items`, { objectId, objectType });
  }
  return body.id;
}

/** Returns the scores of a queue, by the kind of their subject and name. */
async function scoresOf(queueId: string): Promise<string[]> {
  const { body } = await call("GET", `/v3/scores?queueId=${queueId}&fields=subject,annotation`);
  return body.data
    .map(
      ({ name, value, source, subject }) =>
        `${(subject as { kind: string }).kind} ${String(name)}=${String(value)} ${String(source)}`,
    )
    .toSorted();
}

/** Waits until an item is shown, and its form takes keys. */
async function itemShown({ page }: Visit, text: string): Promise<void> {
  await page.getByText(text).waitFor();
  await page.getByRole("region", { name: "Scores of the item" }).and(page.locator(":focus")).waitFor();
}

describe("the list of queues", () => {
  it("makes score configs and a queue with them, and takes items by their ids", async () => {
    const visited = await open(pathOf("/annotation-queues"));
    const { page } = visited;
    await page.getByText("There is no annotation queue").waitFor();
    expect(await visited.axeFindings()).toEqual([]);
    await page.getByRole("button", { name: "New score config" }).click();
    await page.getByLabel("Name").fill("helpful");
    await page.getByLabel("Type").selectOption("CATEGORICAL");
    await page.getByLabel("Values").fill("no, a bit, yes");
    expect(await visited.axeFindings()).toEqual([]);
    await page.getByRole("button", { name: "Create score config" }).click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    const { body: configs } = await call("GET", "/score-configs");
    expect(configs.data[0]).toMatchObject({
      name: "helpful",
      categories: [
        { label: "no", value: 0 },
        { label: "a bit", value: 1 },
        { label: "yes", value: 2 },
      ],
    });
    await page.getByRole("button", { name: "New queue" }).click();
    await page.getByLabel("Name").fill("<i>to read</i>");
    await page.getByRole("button", { name: "Create queue" }).click();
    await page.getByRole("alert").filter({ hasText: "Choose at least one score" }).waitFor();
    await page.getByRole("checkbox", { name: /helpful/ }).check();
    await page.getByRole("button", { name: "Create queue" }).click();
    await page.getByText("The queue is empty").waitFor();
    await page.getByRole("button", { name: "Add items" }).click();
    await page.getByLabel("Ids").fill(`${TRACE}\n${SESSION}  ${TRACE}`);
    await page.getByRole("button", { name: "Add 2 items" }).click();
    await page.getByText("0 of 2 labelled").waitFor();
    expect(await visited.axeFindings()).toEqual([]);
    await page.getByRole("button", { name: `Remove ${SESSION}` }).click();
    await page.getByText("0 of 1 labelled").waitFor();
    await page.getByRole("link", { name: "Annotation" }).click();
    await page.getByRole("link", { name: "<i>to read</i>" }).waitFor();
    expect(visited.problems).toEqual([]);
  });
});

describe("labelling", () => {
  it("goes from item to item by the keyboard alone, and stores the scores", async () => {
    const [generation] = (await observations(server, { traceId: TRACE, type: "GENERATION", fields: "core,basic" }))
      .data;
    const queueId = await queueOf("by keys", [
      ["TRACE", TRACE],
      ["OBSERVATION", String(generation!["id"])],
      ["SESSION", "session-1"],
    ]);
    const visited = await open(pathOf(`/annotation-queues/${queueId}`));
    const { page } = visited;
    await page.getByRole("link", { name: "Label", exact: true }).click();
    await itemShown(visited, "Item 1 of 3, to label");
    await page.getByText("Where is my order 1042?").first().waitFor();
    await settled(page);
    expect(await visited.axeFindings()).toEqual([]);

    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).getByText("value of the current score").waitFor();
    expect(await visited.axeFindings()).toEqual([]);
    await page.keyboard.press("Escape");

    // True, kind, four stars, a note; each choice goes on to the next score.
    for (const key of ["1", "2", "4"]) await page.keyboard.press(key);
    await page.keyboard.press("Enter");
    await page.keyboard.press("e");
    await page.keyboard.type("c is a key too");
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
    await itemShown(visited, "Item 2 of 3, to label");
    await page.getByText("1 of 3 labelled").waitFor();
    expect(await scoresOf(queueId)).toEqual([
      "trace correct=true ANNOTATION",
      "trace note=c is a key too ANNOTATION",
      "trace stars=4 ANNOTATION",
      "trace tone=kind ANNOTATION",
    ]);

    await page.keyboard.press("s");
    await itemShown(visited, "Item 3 of 3, to label");
    await page.getByText("Is it open?").first().waitFor();
    await page.keyboard.press("2");
    await page.keyboard.press("c");
    await itemShown(visited, "Item 2 of 3, to label");
    await settled(page);
    await page.keyboard.press("1");
    await page.keyboard.press("c");
    await page.getByText("3 of 3 labelled").waitFor();
    expect(page.url()).toBe(pathOf(`/annotation-queues/${queueId}`));
    expect(await scoresOf(queueId)).toEqual(
      expect.arrayContaining(["observation correct=true ANNOTATION", "session correct=false ANNOTATION"]),
    );
    expect(visited.problems).toEqual([]);
  });

  it("can be repeated: values are shown, changed and taken back", async () => {
    const queueId = await queueOf("again", [
      ["TRACE", TRACE],
      ["TRACE", SESSION],
    ]);
    const visited = await open(pathOf(`/annotation-queues/${queueId}`));
    const { page } = visited;
    await page.getByRole("link", { name: `trace ${TRACE}` }).click();
    await page.getByRole("button", { name: "True" }).click();
    await page.getByRole("button", { name: "kind" }).click();
    await page.getByLabel("stars").fill("9");
    await page.getByRole("button", { name: "Complete" }).click();
    // A number above the most is not sent.
    await page.getByText("0 of 2 labelled").waitFor();
    await page.getByLabel("stars").fill("");
    await page.getByRole("button", { name: "Complete" }).click();
    await itemShown(visited, "Item 2 of 2, to label");
    await page.keyboard.press("p");
    await itemShown(visited, "Item 1 of 2, labelled");
    expect(await page.getByRole("button", { name: "True" }).getAttribute("aria-pressed")).toBe("true");
    // Another value, and none any more.
    for (const key of ["2", "x", "c"]) await page.keyboard.press(key);
    await itemShown(visited, "Item 2 of 2, to label");
    await expect.poll(() => scoresOf(queueId)).toEqual(["trace correct=false ANNOTATION"]);
    await page.getByRole("link", { name: "All items" }).click();
    await page.getByLabel("Status").selectOption("COMPLETED");
    expect(await page.getByRole("row").count()).toBe(2);
  });

  it("says so when an item is not stored", async () => {
    const queueId = await queueOf("gone", [["OBSERVATION", "no-such"]]);
    const visited = await open(pathOf(`/annotation-queues/${queueId}`));
    const { page } = visited;
    await page.getByRole("link", { name: "Label", exact: true }).click();
    await page.getByText("There is no observation").waitFor();
    await page.getByRole("button", { name: "True" }).click();
    await page.getByRole("button", { name: "Complete" }).click();
    await page.getByRole("alert").filter({ hasText: "its trace is not known" }).waitFor();
    const unknown = await open(pathOf(`/annotation-queues/${queueId}/items/none`));
    await unknown.page.getByText("There is no such item in the queue").waitFor();
    const noQueue = await open(pathOf("/annotation-queues/none"));
    expect(await noQueue.page.getByRole("alert").innerText()).toContain("none");
  });

  it.each(["light", "dark"] as const)("has no axe finding on a phone, %s, and no wider page", async (colorScheme) => {
    const queueId = await queueOf(`phone ${colorScheme}`, [["TRACE", TRACE]]);
    const options = { colorScheme, viewport: { width: 390, height: 844 } };
    const visited = await open(pathOf(`/annotation-queues/${queueId}`), options);
    const { page } = visited;
    expect(await visited.axeFindings()).toEqual([]);
    await page.getByRole("link", { name: "Label", exact: true }).click();
    await page.getByRole("button", { name: "Complete" }).waitFor();
    await settled(page);
    expect(await visited.axeFindings()).toEqual([]);
    expect(await page.locator("html").evaluate(({ scrollWidth }) => scrollWidth)).toBe(390);
  });
});
