import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { CallbackHandler } from "@svc/langchain";
import { ChatPromptClient, SvcClient, TextPromptClient, type SvcClientParams } from "@svc/client";
import { observeOpenAI, withSvcConfig } from "@svc/openai";
import { SvcSpanProcessor } from "@svc/otel";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TEST_KEYS } from "../../support/otlp/traced.ts";
import { logLinesOfEachTest } from "../../support/log-lines.ts";

// Nothing listens at this address, and nothing is sent.
const OPTIONS: SvcClientParams = { ...TEST_KEYS, baseUrl: "http://127.0.0.1:9" };

const logged = logLinesOfEachTest();
afterEach(() => {
  vi.unstubAllEnvs();
});

const lines = (): string[] => logged.warnings().split("\n").filter(Boolean);

describe("a misspelled option", () => {
  it.each<[taker: string, make: () => unknown, given: string, meant: string]>([
    ["SvcClient", () => new SvcClient({ ...OPTIONS, base_url: "x" } as object), "base_url", "baseUrl"],
    ["SvcClient", () => new SvcClient({ ...OPTIONS, baseURL: "x" } as object), "baseURL", "baseUrl"],
    [
      "SvcClient",
      () => new SvcClient({ ...OPTIONS, additonalHeaders: {} } as object),
      "additonalHeaders",
      "additionalHeaders",
    ],
    ["SvcSpanProcessor", () => new SvcSpanProcessor({ ...OPTIONS, flush_at: 1 } as object), "flush_at", "flushAt"],
    [
      "SvcSpanProcessor",
      () => new SvcSpanProcessor({ ...OPTIONS, shouldExportSpans: () => true } as object),
      "shouldExportSpans",
      "shouldExportSpan",
    ],
    ["CallbackHandler", () => new CallbackHandler({ user_id: "u" } as object), "user_id", "userId"],
    ["observeOpenAI", () => observeOpenAI({}, { session_id: "s" } as object), "session_id", "sessionId"],
    [
      "withSvcConfig",
      () => withSvcConfig({ generation_name: "n" } as object, () => 1),
      "generation_name",
      "generationName",
    ],
  ])("of %s is logged once", (taker, make, given, meant) => {
    make();
    make();
    expect(lines()).toContainEqual(
      expect.stringContaining(`WARN ${taker} has no option "${given}", which is ignored: use ${meant}.`),
    );
    expect(lines().filter((line) => line.includes("has no option"))).toHaveLength(1);
  });

  it("of a score and of prompt.get is logged once", async () => {
    const client = new SvcClient(OPTIONS);
    client.score.create({ trace_id: "t", name: "n", value: 1 } as never);
    await client.prompt.get("greeting", { falback: "x", maxRetries: 0, fetchTimeoutMs: 50 } as object).catch(() => {});
    expect(lines().filter((line) => line.includes("which is ignored"))).toEqual([
      expect.stringContaining('A score has no field "trace_id", which is ignored: use traceId.'),
      expect.stringContaining('prompt.get has no option "falback", which is ignored: use fallback.'),
    ]);
  });

  it("of an experiment is logged once", async () => {
    const task = (): number => 1;
    const params = { name: "capitals", data: [], task, evaluator: [], run_name: "r" };
    await new SvcClient(OPTIONS).experiment.run(params);
    expect(lines().filter((line) => line.includes("which is ignored"))).toEqual([
      expect.stringContaining('experiment.run has no option "evaluator", which is ignored: use evaluators.'),
      expect.stringContaining('experiment.run has no option "run_name", which is ignored: use runName.'),
    ]);
  });

  it("is not an option of another constructor", () => {
    const shared = { ...OPTIONS, timeout: 5, flushAt: 7, mask: () => "", environment: "eu", userId: "u", tags: [] };
    void new SvcClient(shared);
    void new SvcSpanProcessor(shared);
    void new CallbackHandler(shared);
    expect(logged.warnings()).toBe("");
  });
});

describe("an invalid environment", () => {
  it.each<[where: string, make: () => unknown]>([
    ["an option", () => new SvcSpanProcessor({ ...OPTIONS, environment: "Prod" })],
    [
      "a variable",
      () => {
        vi.stubEnv("SVC_TRACING_ENVIRONMENT", "Prod");
        return [new SvcSpanProcessor(OPTIONS), new SvcClient(OPTIONS)];
      },
    ],
    ["a score", () => new SvcClient(OPTIONS).score.create({ traceId: "t", name: "n", value: 1, environment: "Prod" })],
  ])("in %s is logged once", (_where, make) => {
    make();
    expect(lines()).toEqual([expect.stringContaining('WARN The service changes the environment "Prod"')]);
  });
});

describe("a prompt compiled without one of its variables", () => {
  const record = { name: "greeting", version: 1, config: {}, labels: [], tags: [] };
  const text = (prompt: string): TextPromptClient => new TextPromptClient({ ...record, type: "text", prompt } as never);
  const missing = (...names: string[]): unknown[] =>
    names.map((name): unknown =>
      expect.stringContaining(
        `WARN The prompt "greeting" was compiled without a value for "${name}": nothing stands in`,
      ),
    );

  it.each<[template: string, variables: Record<string, unknown>, compiled: string, names: string[]]>([
    ["Hi {{name}}, {{& greeting}}!", {}, "Hi , !", ["name", "greeting"]],
    ["Hi {{name}} {{name}}", { nmae: "Ada" }, "Hi  ", ["name"]],
    ["Hi {{name}}", { name: undefined }, "Hi ", ["name"]],
    ["Hi {{user.name}}", {}, "Hi ", ["user"]],
    ["Hi {{name}}{{#formal}}, {{title}}{{/formal}}", { formal: { title: "Dr" } }, "Hi , Dr", ["name"]],
    ["Hi {{name}}", { name: "" }, "Hi ", []],
    ["Hi {{name}}", { name: null }, "Hi ", []],
    ["Hi {{! nobody }}{{#formal}}{{title}}{{/formal}}{{^formal}}you{{/formal}}", {}, "Hi you", []],
    ["{{#list}}{{.}}{{/list}}", { list: [1, 2] }, "12", []],
    ["no variables", {}, "no variables", []],
  ])("%j with %j", (template, variables, compiled, names) => {
    const prompt = text(template);
    expect(prompt.compile(variables)).toBe(compiled);
    prompt.compile(variables);
    expect(lines()).toEqual(missing(...names));
  });

  it("names the missing variable of a chat prompt once, and no variable in the messages of a placeholder", () => {
    const prompt = new ChatPromptClient({
      ...record,
      type: "chat",
      prompt: [
        { role: "system", content: "Help {{shop}}." },
        { type: "placeholder", name: "history" },
      ],
    } as never);
    prompt.compile({}, { history: [{ role: "user", content: "What is {{this}}?" }] });
    expect(lines()).toEqual(missing("shop"));
  });
});

describe("an integration without an OpenTelemetry SDK", () => {
  const LINE = /WARN Observations are not recorded: no OpenTelemetry SDK is registered\./g;

  it("logs one line: the handler for LangChain", () => {
    const handler = new CallbackHandler();
    for (const id of ["run-1", "run-2"]) {
      handler.handleChainStart({ lc: 1, type: "not_implemented", id: ["chain"] }, { question: "?" }, id);
    }
    expect(logged.warnings().match(LINE)).toHaveLength(1);
  });

  it("logs one line: an observed client of openai", async () => {
    const script = `
      import { observeOpenAI } from "@svc/openai";
      import OpenAI from "openai";
      const fetch = async () => Response.json({ choices: [] });
      const client = observeOpenAI(new OpenAI({ apiKey: "k", fetch }));
      for (let i = 0; i < 2; i++) await client.chat.completions.create({ model: "m", messages: [] });`;
    const cwd = join(import.meta.dirname, "../../apps/openai-7");
    const { stderr } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], { cwd });
    expect(stderr.match(LINE)).toHaveLength(1);
  });
});
