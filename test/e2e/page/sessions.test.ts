import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { startServer } from "@svc/server";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { runChat } from "../../support/application/example.ts";
import { pageVisits } from "../../support/page/page-visits.ts";
import { type Visit, settled } from "../../support/page/visit.ts";
import { send } from "../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../support/server/own-server.ts";

const visit = pageVisits();

const open = async (path: string, ...options: [options?: object]): Promise<Visit> =>
  visit(`${server.url}/project/${server.projectId}${path}`, ...options);

const HOSTILE = '<script>alert(1)</script>/../"%\u202Egnp.exe';
const PHONE = { viewport: { width: 390, height: 844 } };
const QUESTIONS = ["Where is my order 1042?", "And 1043?", "Thank you"];

const server = serverOfAllTests();
beforeAll(async () => {
  await runChat(server.url, { sessionId: "chat-1", userId: "alice", questions: QUESTIONS });
  await runChat(server.url, { sessionId: "chat-2", userId: "bob", questions: ["Where is my order 9?"] });
});

/** Returns the texts of the rows of a table, cell by cell, without its head. */
async function rows(page: Page): Promise<string[][]> {
  await settled(page);
  const found = await page
    .getByRole("row")
    .filter({ has: page.getByRole("cell") })
    .all();
  return Promise.all(found.map((row) => row.getByRole("cell").allInnerTexts()));
}

const turns = async (page: Page): Promise<string[]> =>
  page.getByRole("region", { name: "Conversation" }).locator("> ol > li").allInnerTexts();

describe("the list of sessions", () => {
  it("has the totals of the traces of each, the latest first", async () => {
    const visited = await open("/sessions");
    const [latest, first] = await rows(visited.page);
    expect(latest?.slice(0, 2)).toEqual(["chat-2", "1"]);
    expect(first?.slice(0, 2)).toEqual(["chat-1", "3"]);
    expect(Number(first?.[2]?.replace(",", ""))).toBeGreaterThan(Number(latest?.[2]?.replace(",", "")));
    expect(first?.[6]).toBe("alice");
    expect(await visited.axeFindings()).toEqual([]);
    expect(visited.problems).toEqual([]);
  });

  it("finds by a part of the id, and has search and order in the address", async () => {
    const { page } = await open("/sessions");
    await page.getByLabel("Order").selectOption("traces");
    await expect.poll(async () => (await rows(page)).map(([id]) => id)).toEqual(["chat-1", "chat-2"]);
    await page.getByLabel("Search ids").fill("CHAT-2");
    await expect.poll(async () => (await rows(page)).map(([id]) => id)).toEqual(["chat-2"]);
    const again = await visit(page.url());
    expect((await rows(again.page)).map(([id]) => id)).toEqual(["chat-2"]);
    await again.page.getByLabel("Search ids").fill("none");
    await again.page.getByText("No id contains this text.").waitFor();
  });

  it("says the next program while there is none", async () => {
    const empty = await startServer({ port: 0, memory: true });
    for (const path of ["sessions", "users"]) {
      const visited = await visit(`${empty.url}/project/${empty.projectId}/${path}`);
      await visited.page.getByText("propagateAttributes({").waitFor();
      expect(await visited.axeFindings()).toEqual([]);
    }
    await empty.close();
  });
});

describe("a session", () => {
  it("is a conversation over its traces, with the tools folded", async () => {
    const { page, problems, axeFindings } = await open("/sessions");
    await page.getByRole("link", { name: "chat-1" }).click();
    await page.getByText("Which order is it about?").waitFor();
    await settled(page);
    const shown = await turns(page);
    expect(shown).toHaveLength(3);
    expect(shown[0]).toMatch(/answer a customer[^]*tokens[^]*Where is my order 1042\?[^]*1 tool call[^]*on Thursday/);
    expect(shown[1]).toMatch(/And 1043\?[^]*Invisible Cities/);
    expect(shown[2]).toMatch(/Thank you[^]*Which order/);
    expect(shown[2]).not.toContain("tool call");
    expect(shown[0]).not.toContain("find_order");
    await page.getByText("1 tool call").first().click();
    await page.getByText("calls find_order").first().waitFor();
    expect(await axeFindings()).toEqual([]);
    await page.getByRole("link", { name: "answer a customer" }).first().click();
    await page.getByRole("tree").waitFor();
    expect(problems).toEqual([]);
  });

  it("leads to its traces in the list of traces", async () => {
    const { page } = await open("/sessions/chat-1");
    await page.getByRole("link", { name: "3 in the list" }).click();
    await expect.poll(() => page.locator("[role=row][data-index]").count()).toBe(3);
  });

  it("shows new turns as they arrive, with what the root says and its tools", async () => {
    const { page } = await open("/sessions/live");
    await page.getByText("There is no such session").waitFor();
    await page.getByText("Live", { exact: true }).waitFor();
    const [traceId, start] = ["f".repeat(32), Date.now()];
    const of = { traceId, start, attributes: { [svc.TRACE_SESSION_ID]: "live" } };
    const tool = { [svc.OBSERVATION_TYPE]: "tool", [svc.OBSERVATION_INPUT]: '{"city":"Ghent"}' };
    await send(server, {
      spans: [
        {
          ...of,
          spanId: "2".repeat(16),
          parentSpanId: "1".repeat(16),
          name: "weather",
          end: start + 5,
          attributes: tool,
        },
        {
          ...of,
          spanId: "1".repeat(16),
          name: HOSTILE,
          end: start + 10,
          attributes: {
            ...of.attributes,
            [svc.OBSERVATION_INPUT]: HOSTILE,
            [svc.OBSERVATION_OUTPUT]: JSON.stringify({ verdict: "sunny" }),
          },
        },
      ],
    });
    await page.getByText("1 tool call").waitFor();
    await settled(page);
    const [turn] = await turns(page);
    expect(turn).toContain("<script>alert(1)</script>");
    expect(turn).toContain("sunny");
  });

  it.each(["light", "dark"] as const)("has no axe finding on a phone, %s", async (colorScheme) => {
    const visited = await open("/sessions/chat-1", { colorScheme, ...PHONE });
    await visited.page.getByText("Which order is it about?").waitFor();
    expect(await visited.axeFindings()).toEqual([]);
    expect(await visited.page.locator("html").evaluate(({ scrollWidth }) => scrollWidth)).toBe(390);
  });
});

describe("users", () => {
  it("have totals, their sessions and a way to their traces", async () => {
    const { page, axeFindings, problems } = await open("/users");
    const alice = (await rows(page)).find(([id]) => id === "alice");
    expect(alice?.slice(0, 2)).toEqual(["alice", "3"]);
    expect(alice?.[6]).toBe("1");
    expect(await axeFindings()).toEqual([]);
    await page.getByRole("link", { name: "alice" }).click();
    await page.getByRole("heading", { name: "Sessions" }).waitFor();
    expect((await rows(page)).map(([id]) => id)).toEqual(["chat-1"]);
    expect(await axeFindings()).toEqual([]);
    await page.getByRole("link", { name: "3 in the list" }).click();
    await expect.poll(() => page.locator("[role=row][data-index]").count()).toBe(3);
    expect(problems).toEqual([]);
  });

  it("of hostile names stay text, and open", async () => {
    await send(server, {
      spans: [{ traceId: "9".repeat(32), attributes: { [svc.TRACE_USER_ID]: HOSTILE } }],
    });
    const { page, problems, axeFindings } = await open("/users");
    await page.getByRole("link", { name: HOSTILE }).click();
    await page.getByRole("heading", { name: HOSTILE }).waitFor();
    await page.getByText("No observation of this user names a session.").waitFor();
    expect(await axeFindings()).toEqual([]);
    expect(problems).toEqual([]);
  });
});
