import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { recordings } from "./bedrock-stand-in.ts";
import { DIALECTS } from "./dialects/dialects.ts";

interface Span {
  readonly title: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code: number; readonly message?: string };
}

interface Calls {
  readonly seen: Readonly<Record<string, unknown>>;
  readonly spans: Readonly<Record<string, readonly Span[]>>;
}

/** Installations of the package. `TEST_VERSIONS=all` tests the older one, too. */
const INSTALLATIONS = process.env.TEST_VERSIONS === "all" ? ["bedrock", "bedrock-3.600"] : ["bedrock"];

const REFUSED_BY_3_600 = ["cache-write-read.1", "cache-write-read.2", "code-execution-stream"];

/** Parts of inputs as version 3.600 sends them, by those of the newest version: it sends the fields of an object in another order. */
const SENT_BY_3_600: Readonly<Record<string, string>> = {
  '"toolSpec":{"name":"fetch_concept"': '"required":["concept"]}},"name":"fetch_concept"}}]',
  '"toolResult":{"toolUseId":"tooluse_fetch_concept_1"':
    '"toolResult":{"content":[{"text":"Distributed tracing tracks requests across services."},{"json":{"source":"docs"}}],' +
    '"toolUseId":"tooluse_fetch_concept_1"',
};

const execute = promisify(execFile);
const preload = ["--import", pathToFileURL(join(import.meta.dirname, "preload.ts")).href];

async function calls(cwd: string, format: string, way: "bare" | "recorded" | "observed", env = {}): Promise<Calls> {
  const node = ["--no-warnings", "--expose-gc", ...(way === "bare" ? [] : preload)];
  const args = [...node, join(import.meta.dirname, "calls-child.ts"), format, way];
  const { stdout } = await execute(process.execPath, args, { cwd, maxBuffer: 64e6, env: { ...process.env, ...env } });
  return JSON.parse(stdout) as Calls;
}

const usage = (span: Span): unknown =>
  JSON.parse((span.attributes["svc.observation.usage_details"] as string | undefined) ?? "null");

/** Returns the content blocks of the recorded output; undefined where no output was recorded. */
function contentOf(attributes: Span["attributes"]): unknown {
  const output = attributes["svc.observation.output"] as string | undefined;
  return output === undefined ? undefined : (JSON.parse(output) as { content: unknown }).content;
}

describe.each(INSTALLATIONS)("%s", (installation) => {
  let [cwd, bare, recorded]: [string, Calls, Calls] = [] as never;
  const spanOf = (name: string): Span => {
    expect(recorded.spans[name]).toHaveLength(1);
    return recorded.spans[name]![0]!;
  };

  beforeAll(async () => {
    cwd = await installed(installation);
    bare = await calls(cwd, "cjs", "bare");
    recorded = await calls(cwd, "cjs", "recorded");
  }, 240_000);

  it("gives the caller the same answers, events and errors with and without the instrumentation", () => {
    expect(recorded.seen).toEqual(bare.seen);
    expect(Object.keys(bare.seen).length).toBeGreaterThan(recordings().length + 8);
  });

  it("records the same in ES modules, and once where the client is observed too", async () => {
    const [esm, observed] = await Promise.all([calls(cwd, "esm", "recorded"), calls(cwd, "cjs", "observed")]);
    const titles = (spans: Calls["spans"]): unknown =>
      Object.entries(spans).map(([name, all]) => [name, all.map(({ title }) => title)]);
    expect(titles(esm.spans)).toEqual(titles(recorded.spans));
    for (const [name, all] of Object.entries(observed.spans)) {
      expect(all.map(({ title }) => title)).toEqual(recorded.spans[name]!.map(() => "mine"));
    }
  }, 60_000);

  /** Requests with blocks that version 3.600 does not know, and refuses with a `TypeError`. */
  const refused = new Set(installation === "bedrock-3.600" ? REFUSED_BY_3_600 : []);
  const sentAs = installation === "bedrock-3.600" ? SENT_BY_3_600 : {};

  it.each([
    ["converse", { input: 7, output: 30, total: 37 }],
    ["cache-write-read.1", { input: 2, input_cache_creation: 1322, output: 5, total: 1329 }],
    ["cache-write-read.2", { input: 2, input_cached_tokens: 1322, output: 5, total: 1329 }],
    ["cache counts", { input: 2, input_cache_creation: 1322, output: 5, total: 1329 }],
    ["dd-converse-stream", { input: 435, output: 68, total: 503 }],
    ["redacted-thinking-stream", { input: 92, output: 253, total: 345 }],
    ["dd-invoke-claude", { input: 14, output: 10, total: 24 }],
    ["dd-invoke-claude-stream", { input: 14, output: 10, total: 24 }],
    ["dd-invoke-mistral-stream", { input: 8, output: 94, total: 102 }],
    ["otel-llama", { input: 8, output: 10, total: 18 }],
    ["error", null],
  ])("counts the tokens of %s once", (name, expected) => {
    expect(usage(spanOf(name))).toEqual(refused.has(name) ? null : expected);
  });

  it.each([
    [
      "dd-converse",
      '"toolSpec":{"name":"fetch_concept"',
      { toolUse: { toolUseId: expect.any(String), name: "fetch_concept", input: { concept: "distributed tracing" } } },
    ],
    [
      "tool-thinking.1",
      "largest city",
      {
        reasoningContent: {
          reasoningText: expect.objectContaining({ text: expect.stringContaining("The user is asking") }),
        },
      },
    ],
    [
      "dd-converse-stream",
      '"toolResult":{"toolUseId":"tooluse_fetch_concept_1"',
      { text: expect.stringContaining("identify performance bottlenecks") },
    ],
    [
      "code-execution-stream",
      '"systemTool":{"name":"nova_code_interpreter"}',
      { toolUse: expect.objectContaining({ input: { result: 7006652 } }) },
    ],
    [
      "redacted-thinking-stream",
      "MAGIC_STRING",
      { reasoningContent: { redactedContent: expect.stringMatching(/^RXRrRUNr/) } },
    ],
  ])("records the content of %s", (name, input, block) => {
    const { attributes } = spanOf(name);
    expect(attributes["svc.observation.input"]).toContain(sentAs[input] ?? input);
    const hasBlock = expect.arrayContaining([expect.objectContaining(block)]) as unknown;
    expect([attributes["error.type"], contentOf(attributes)]).toEqual(
      refused.has(name) ? ["TypeError", undefined] : [undefined, hasBlock],
    );
  });

  it("records the stop reason, the model and the parameters", () => {
    expect(spanOf("dd-invoke-claude").attributes).toMatchObject({
      "gen_ai.provider.name": "aws.bedrock",
      "gen_ai.operation.name": "chat",
      "gen_ai.request.model": "anthropic.claude-3-5-sonnet-20240620-v1:0",
      "gen_ai.response.finish_reasons": ["end_turn"],
      "gen_ai.request.max_tokens": 512,
      "svc.observation.output": JSON.stringify({
        role: "assistant",
        content: [{ type: "text", text: "The capital of France is Paris." }],
      }),
    });
    expect(spanOf("dd-invoke-claude-stream").attributes["svc.observation.output"]).toBe(
      spanOf("dd-invoke-claude").attributes["svc.observation.output"],
    );
  });

  it("records the guardrail and its assessment", () => {
    const { attributes } = spanOf("guardrail");
    expect(attributes["aws.bedrock.guardrail.id"]).toBe("xbgw7g293v7o");
    expect(JSON.parse(String(attributes["svc.observation.output"]))).toMatchObject({
      message: { role: "assistant" },
      trace: { guardrail: { actionReason: "No action." } },
    });
  });

  it.each([
    ["error", "400"],
    ["streaming-error", "400"],
    ["throttled", "ThrottlingException"],
    ["abort before the answer", "AbortError"],
    ["timeout", "TimeoutError"],
    ["exception in a stream", "ModelStreamErrorException"],
  ])("names the failure of %s", (name, type) => {
    expect(spanOf(name)).toMatchObject({ status: { code: 2 }, attributes: { "error.type": type } });
  });

  it("records the attempts", () => {
    expect(spanOf("retry").attributes["svc.observation.metadata.attempts"]).toBe("2");
    expect(spanOf("throttled").attributes["svc.observation.metadata.attempts"]).toBe("3");
  });

  it("records what had come of a stream that was left, aborted or cut off", () => {
    const said = (name: string): unknown => spanOf(name).attributes["svc.observation.metadata.outcome"];
    expect([said("break"), said("abort")]).toEqual(['"cancelled"', '"aborted"']);
    expect(spanOf("drop").status.code).toBe(2);
    expect(said("unread stream")).toBe('"unread"');
    for (const name of ["break", "abort", "drop", "exception in a stream"]) {
      expect(spanOf(name).attributes["svc.observation.output"]).toContain('"role":"assistant"');
    }
  });

  it("leaves other commands alone, and calls a callback in the context of the caller", () => {
    expect(recorded.spans["another command"]).toEqual([]);
    expect(recorded.seen.callback).toEqual([expect.anything(), true]);
    expect(spanOf("callback").title).toBe("chat us.amazon.nova-micro-v1:0");
  });

  it.each(DIALECTS)(
    "records an answer in the form of $name, plain and streamed",
    ({ name, model, chunks, expected }) => {
      const { operation, input, output, streamedOutput = output, reasons, parameters = {} } = expected;
      for (const [title, said] of [
        [name, output],
        ...(chunks ? [[`${name}, streamed`, streamedOutput]] : []),
      ] as const) {
        const span = spanOf(String(title));
        expect(usage(span)).toEqual(expected.usage);
        const { attributes } = span;
        expect(attributes).toMatchObject({
          "gen_ai.operation.name": operation,
          "gen_ai.request.model": model,
          "svc.observation.model.name": model,
          "svc.observation.input": expect.stringContaining(input),
          ...(reasons && { "gen_ai.response.finish_reasons": reasons }),
          ...parameters,
        });
        const text = String(attributes["svc.observation.output"]);
        expect(typeof said === "string" ? text : JSON.parse(text)).toEqual(said);
      }
    },
  );

  it("records a guardrail's intervention as an incomplete answer, with the assessment", () => {
    for (const way of ["", ", streamed", ", invoked", ", invoked and streamed"]) {
      const { attributes } = spanOf(`guardrail intervened${way}`);
      expect(attributes).toMatchObject({
        "svc.observation.level": "WARNING",
        "svc.observation.status_message": "The answer is incomplete: a guardrail intervened",
      });
      const output = String(attributes["svc.observation.output"]);
      expect(output).toContain("Sorry.");
      expect(output).toContain('"topics":[{"name":"Money"');
    }
    expect(spanOf("guardrail intervened, invoked").attributes["aws.bedrock.guardrail.id"]).toBe("g1");
  });

  it("names the model of an inference profile, or else the model that answered, or else the profile", () => {
    const modelOf = ({ attributes }: Span): unknown => attributes["svc.observation.model.name"];
    expect(modelOf(spanOf("inference profile"))).toBe("us.amazon.nova-micro-v1:0");
    const models = recorded.spans["profile of the application"]!.map(modelOf);
    expect(models).toEqual(["claude-sonnet-4-20250514", "claude-sonnet-4-20250514"]);
    expect(modelOf(spanOf("media"))).toMatch(/^arn:.*application-inference-profile\/abc$/);
  });

  it("takes media out of the input", () => {
    const input = String(spanOf("media").attributes["svc.observation.input"]);
    expect(
      [...input.matchAll(/<media not kept: ([\w/]+), (\d+) bytes/g)].map(([, type, size]) => [type, size]),
    ).toEqual([
      ["image/png", "8"],
      ["application/pdf", "8"],
      ["video/mp4", "8"],
      ["image/webp", "4"],
    ]);
    expect(input).not.toMatch(/iVBORw0KGgo|JVBERi|AAAAGGZ0eXA|UklGRg/);
  });

  it("records no content where the setting says so", async () => {
    const { spans } = await calls(cwd, "cjs", "recorded", { SVC_CAPTURE_CONTENT: "false" });
    const all = Object.values(spans).flat();
    expect(all.length).toBeGreaterThan(recordings().length);
    expect(JSON.stringify(all)).not.toMatch(/France|Paris|capital|tool_?use_?id|observation\.(in|out)put/i);
  }, 60_000);
});
