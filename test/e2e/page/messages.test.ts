// Every shape of a message and of media on the page: one visit of a trace that has them all, its session, and the playground.
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { MESSAGE_SHAPES, PICTURE } from "../../support/messages/message-shapes.ts";
import { MESSAGE_TRACE, sendMessageTrace, shapeId } from "../../support/messages/message-trace.ts";
import { pageVisits } from "../../support/page/page-visits.ts";
import { type Visit, settled } from "../../support/page/visit.ts";
import { serverOfAllTests } from "../../support/server/own-server.ts";

const visit = pageVisits();

const server = serverOfAllTests();
beforeAll(async () => {
  await sendMessageTrace(server);
});

const open = async (path: string): Promise<Visit> => visit(`${server.url}/project/${server.projectId}${path}`);

/** Returns the number of pictures of 10 by 10 points in a part of the page, once all of them are loaded. */
async function pictures(part: Locator): Promise<number> {
  for (const text of await part.getByText("media…").all()) await text.waitFor({ state: "detached" });
  return part.getByRole("img").evaluateAll(async (images) => {
    type Picture = { decode(): Promise<void>; naturalWidth: number };
    await Promise.all((images as unknown as Picture[]).map((image) => image.decode().catch(() => undefined)));
    return (images as unknown as Picture[]).filter(({ naturalWidth }) => naturalWidth === 10).length;
  });
}

/** Returns all texts of the contents of the chosen observation, also of what is folded. */
async function contents(page: Page): Promise<Locator> {
  await settled(page);
  return page.locator("article section").filter({ hasNot: page.getByText("Raw", { exact: true }) });
}

it("shows the words, pictures and results of every shape, and no box that is empty", async () => {
  const { page, problems, requests, axeFindings } = await open(`/traces/${MESSAGE_TRACE}?observation=${shapeId(0)}`);
  const seen: unknown[] = [];
  const expected: unknown[] = [];
  for (const [place, { name, shows, pictures: wanted = 0 }] of MESSAGE_SHAPES.entries()) {
    await page.getByRole("treeitem", { name }).first().click();
    await page.locator(`article:not([aria-busy=true])`).getByRole("heading", { name }).waitFor();
    const parts = (await contents(page)).filter({ hasText: /^(?:Conversation|Input|Output)/ });
    await parts.first().waitFor();
    // JSON inside of JSON is folded, and is not in the page until it is opened.
    await parts.locator("details:not([open]) > summary").evaluateAll((folded) => {
      for (const each of folded as unknown as Array<{ click(): void }>) each.click();
    });
    const texts = (await parts.allTextContents()).join("\n");
    seen.push({
      name,
      missing: shows.filter((text) => !texts.includes(text)),
      pictures: (await Promise.all((await parts.all()).map(pictures))).reduce((sum, count) => sum + count, 0),
      ofMetadata: await pictures(page.getByRole("region", { name: "Metadata" })),
      base64: texts.includes(PICTURE.slice(0, 30)),
      reference: texts.includes("@@@svcMedia"),
      empty: (await parts.getByText("empty", { exact: true }).count()) > 0,
      apart: texts.includes("not in this observation") && shows.some((text) => /CLOUDS|PRINTED|TWO|DRAWN/.test(text)),
    });
    expected.push({
      name,
      missing: [],
      pictures: wanted,
      ofMetadata: place === 0 ? 1 : 0,
      base64: false,
      reference: false,
      empty: false,
      apart: false,
    });
  }
  expect(seen).toEqual(expected);
  expect(await axeFindings()).toEqual([]);
  expect(requests.filter((url) => url.includes("pictures.example"))).toEqual([]);
  expect(problems).toEqual([]);
});

it("shows question and answer in the format of the conventions as the turn of a session", async () => {
  const { page } = await open("/sessions/shape-0");
  const turn = page.getByRole("region", { name: "Conversation" });
  await turn.getByText("ANSWER").waitFor();
  expect(await turn.innerText()).toContain("QUESTION");
});

it.each(
  MESSAGE_SHAPES.flatMap((shape, place) =>
    shape.playground === undefined ? [] : [[shape.name, place, shape.playground] as const],
  ),
)("opens %s in the playground with its words and pictures", async (_name, place, { text, pictures: wanted = 0 }) => {
  const { page } = await open(
    `/playground?${new URLSearchParams({ trace: MESSAGE_TRACE, observation: shapeId(place) }).toString()}`,
  );
  const messages = page.getByRole("region", { name: "Messages" });
  await messages.waitFor();
  await page.waitForFunction(
    (wantedText) =>
      Array.from(
        (
          globalThis as unknown as { document: { querySelectorAll(q: string): Iterable<{ value: string }> } }
        ).document.querySelectorAll("textarea"),
        ({ value }) => value,
      )
        .join("\n")
        .includes(wantedText),
    text,
  );
  expect(await pictures(messages)).toBe(wanted);
});

it("gives pictures a link, keeps other files as files, and runs nothing", async () => {
  const script = Buffer.from(
    "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><script>alert(2)</script></svg>",
  );
  const svg = `data:image/svg+xml;base64,${script.toString("base64")}`;
  const html = `data:text/html;base64,${Buffer.from("<script>alert(3)</script>").toString("base64")}`;
  const broken = `data:image/png;base64,${"AAAA".repeat(10)}`;
  const traceId = "f".repeat(32);
  const { send } = await import("../../support/server/otlp-calls.ts");
  const input = JSON.stringify({
    svg,
    html,
    broken,
    link: "javascript:alert(4)",
    part: { type: "uri", uri: "javascript://alert(5)" },
  });
  await send(server, {
    spans: [
      {
        traceId,
        name: "hostile",
        attributes: {
          "svc.observation.input": input,
          "svc.observation.output": JSON.stringify([
            {
              role: "assistant",
              parts: [
                { type: "uri", uri: "javascript://%0aalert(5)" },
                { type: "text", content: "END" },
              ],
            },
          ]),
        },
      },
    ],
  });
  const { page, problems } = await open(`/traces/${traceId}`);
  const part = page.getByRole("region", { name: "Input" });
  await part.getByText("This picture cannot be shown.").waitFor();
  expect(await part.getByRole("img").count()).toBe(0);
  const links = await page
    .locator("article a")
    .evaluateAll((found) =>
      (found as unknown as Array<{ href: string; download: string; hasAttribute(name: string): boolean }>).map(
        (link) => [link.href.slice(0, 15), link.hasAttribute("download")],
      ),
    );
  expect(links.filter(([href]) => String(href).startsWith("javascript"))).toEqual([]);
  expect(links.filter(([href]) => String(href).startsWith("data:"))).toEqual([
    ["data:image/svg+", true],
    ["data:text/html;", true],
    ["data:image/png;", true],
  ]);
  expect(problems).toEqual([]);
});
