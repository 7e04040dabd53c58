import { type RunningServer, startServer } from "@svc/server";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runExample } from "../../support/application/example.ts";
import { allRecordings, type RecordedResponse } from "../../support/openai/openai-recordings.ts";
import { OpenAIStandIn, type Performance } from "../../support/openai/openai-stand-in.ts";
import { pageVisits } from "../../support/page/page-visits.ts";
import { type Visit, settled } from "../../support/page/visit.ts";
import { callsOf } from "../../support/server/api-calls.ts";
import { observation } from "../../support/server/otlp-calls.ts";
import { promptCallsOf } from "../../support/server/prompt-calls.ts";

const visit = pageVisits();
const call = callsOf(() => server);
const { create } = promptCallsOf(call);
const KEY = "sk-planted-on-the-page-0123456789";
const EXAMPLE = "1".repeat(32);
const variables = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: "" };
const before = { ...process.env };
let server: RunningServer;
let standIn: OpenAIStandIn;

beforeAll(async () => {
  server = await startServer({ port: 0, memory: true });
  await runExample(server.url, EXAMPLE);
  standIn = await OpenAIStandIn.start();
  // The key goes to the address of the environment and what lies below it: each performance has a path of its own.
  Object.assign(process.env, variables, { OPENAI_BASE_URL: new URL("/", standIn.perform({}).url).href });
});
afterAll(async () => {
  for (const name of Object.keys(variables)) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  await server.close();
  await standIn.stop();
});

const recorded = (id: string): RecordedResponse => allRecordings().find((one) => one.id === id)!.response;

/** Has a recording answer at the address of the connection `openai`. */
const perform = async (response: RecordedResponse): Promise<Performance> => {
  const performance = standIn.perform(response);
  await call("PUT", "/llm-connections", {
    provider: "openai",
    adapter: "openai",
    secretKey: "not kept",
    baseURL: performance.url,
  });
  return performance;
};

/** Opens an address, and collects all that the service answers to the page. */
const open = async (path: string): Promise<Visit & { answers: string[] }> => {
  const opened = await visit(`${server.url}/project/${server.projectId}${path}`);
  const answers: string[] = [];
  opened.page.on(
    "response",
    (response) =>
      void response.text().then(
        (text) => answers.push(text),
        () => undefined,
      ),
  );
  return { ...opened, answers };
};

const run = (page: Page, number: number): Locator => page.getByRole("region", { name: `Run ${number}` });
/** Returns a figure of the original and of the run. */
const figure = (of: Locator, name: string): Promise<string[]> =>
  of.getByRole("table", { name: "Figures" }).getByRole("row", { name }).getByRole("cell").allInnerTexts();

describe("the playground", () => {
  it("runs a recorded generation again, beside the original, and keeps the key to the service", async () => {
    const { requests } = await perform(recorded("chat-stream-usage"));
    const { page, problems, axeFindings, answers } = await open(`/traces/${EXAMPLE}`);
    await page.getByRole("tree", { name: "Observations" }).focus();
    await page.keyboard.press("End");
    await page.getByRole("link", { name: "Open in playground" }).click();
    await page.getByLabel("Text of message 2").waitFor();
    expect(await page.getByLabel("Text of message 1").inputValue()).toContain("You help the customers of a bookshop");
    await page.getByLabel("Text of message 2").fill("Which ocean?");
    expect(await page.getByLabel("Temperature").inputValue()).toBe("0.2");
    expect(await page.getByLabel("Connection").inputValue()).toBe("openai");
    expect(await axeFindings()).toEqual([]);
    await page.getByRole("button", { name: "Run" }).click();
    const result = run(page, 1);
    await result.getByRole("link", { name: "Trace of this run" }).waitFor();
    expect(requests[0]?.body).toMatchObject({
      model: "gpt-4.1-mini-stand-in",
      temperature: 0.2,
      messages: [
        { role: "system" },
        { role: "user", content: "Which ocean?" },
        { role: "assistant", tool_calls: [{ function: { name: "find_order" } }] },
        { role: "tool" },
      ],
    });
    await result
      .getByRole("group", { name: "Original output" })
      .getByText(/should be with you on Thursday/)
      .waitFor();
    await result.getByRole("group", { name: "Output of the run" }).getByText("South Atlantic Ocean.").waitFor();
    expect(await figure(result, "Model")).toEqual(["gpt-4.1-mini-stand-in", "gpt-4o-mini-2024-07-18"]);
    expect(await figure(result, "Tokens in")).toEqual([expect.stringMatching(/^\d+$/), "22"]);
    expect(await figure(result, "Tokens out")).toEqual([expect.stringMatching(/^\d+$/), "4"]);
    expect(await figure(result, "Latency")).toEqual([expect.stringMatching(/s$/), expect.stringMatching(/s$/)]);
    expect(await figure(result, "Cost")).toEqual(["", expect.stringMatching(/^\$0\.0000/)]);
    await result.getByLabel("Difference").check();
    await result.getByRole("group", { name: "Output from the original to the run" }).locator("ins").first().waitFor();
    expect(await axeFindings()).toEqual([]);
    await result.getByRole("link", { name: "Trace of this run" }).click();
    await settled(page);
    const metadata = page.getByRole("region", { name: "Metadata" });
    await metadata.getByText(EXAMPLE).waitFor();
    expect(problems).toEqual([]);
    expect(answers.filter((text) => text.includes("South"))).not.toEqual([]);
    expect(answers.filter((text) => text.includes(KEY))).toEqual([]);
    expect(await page.content()).not.toContain(KEY);
  });

  it("runs a version of a prompt with values for its variables and messages for its placeholders", async () => {
    const { requests } = await perform(recorded("chat-stream-usage"));
    const messages = [
      { role: "system", content: "Answer in {{language}}." },
      { type: "placeholder", name: "history" },
      { role: "user", content: "{{question}}" },
    ];
    await create("asked", messages, { config: { model: "gpt-4o-mini", temperature: 0 } });
    const { page, axeFindings } = await open(`/prompts/asked`);
    await page.getByRole("link", { name: "Open in playground" }).click();
    await page.getByLabel("language").fill("French & <English>");
    await page.getByLabel("question").fill("Which ocean?");
    await page.getByLabel("messages of history").fill('[{ "role": "assistant", "content": "Ask me." }]');
    expect(await axeFindings()).toEqual([]);
    await page.getByLabel("question").press("Control+Enter");
    await run(page, 1).getByText("South Atlantic Ocean.").waitFor();
    await run(page, 1).getByRole("link", { name: "Trace of this run" }).waitFor();
    expect(requests[0]?.body).toMatchObject({
      model: "gpt-4o-mini",
      temperature: 0,
      messages: [
        { role: "system", content: "Answer in French & <English>." },
        { role: "assistant", content: "Ask me." },
        { role: "user", content: "Which ocean?" },
      ],
    });
    const address = await run(page, 1).getByRole("link", { name: "Trace of this run" }).getAttribute("href");
    expect(await observation(server, address?.split("/").at(-1))).toMatchObject({
      promptName: "asked",
      promptVersion: 1,
    });
  });

  it("shows the answer while it arrives, and stops on request", async () => {
    const performance = await perform({ ...recorded("chat-stream-usage"), hangAfter: 3 });
    const { page } = await open("/playground");
    await page.getByLabel("Text of message 2").fill("Which ocean?");
    await page.getByLabel("Model").fill("gpt-4o-mini");
    await page.getByRole("button", { name: "Run" }).click();
    // The last characters may be the beginning of the key in one of its forms: they are held back until the next arrive.
    await run(page, 1).getByText("South Atlant").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    expect((await performance.nextEnd()).wasLeft).toBe(true);
    await run(page, 1).getByRole("status").getByText("Stopped in the playground").waitFor();
  });

  it("says what the provider refused, and what cannot be sent", async () => {
    await perform(recorded("chat-error-401"));
    const { page, axeFindings } = await open("/playground");
    await page.getByLabel("Model").fill("gpt-4o-mini");
    await page.getByRole("button", { name: "Run" }).click();
    await run(page, 1).getByRole("alert").getByText("it does not accept the key in OPENAI_API_KEY").waitFor();
    await page.getByText("Tools (JSON)").first().click();
    await page.getByLabel("Tools (JSON)").fill("[{");
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("alert").getByText("Tools: this is not JSON").waitFor();
    expect(await axeFindings()).toEqual([]);
  });

  it("says which variable a connection lacks", async () => {
    const { page, axeFindings } = await open("/playground");
    const places = await page.getByRole("navigation", { name: "Project" }).getByRole("link").allInnerTexts();
    expect(places.filter((place) => place === "Playground")).toHaveLength(1);
    await page.getByLabel("Connection").selectOption("anthropic");
    await page.getByText("Start the service with the environment variable ANTHROPIC_API_KEY").waitFor();
    expect(await axeFindings()).toEqual([]);
  });
});
