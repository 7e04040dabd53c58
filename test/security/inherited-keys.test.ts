// Keys that every object inherits, in each input of the SDK that becomes a key of an object or the name of a variable: what the application
// gives, its settings and files, and what the service answers. Answers of models: the target "model-answers" of test/fuzz. The tests fail when
// a table is asked for a name without asking whether the name is its own, or when Mustache itself looks up variables.
import { SvcClient, TextPromptClient, ChatPromptClient } from "@svc/client";
import { propagateAttributes, startObservation } from "@svc/tracing";
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRELOAD, runApplication, sendingTo } from "../support/application/run-application.ts";
import { startHttpServer } from "../support/http/http-server.ts";
import { attributesOf } from "../support/otlp/exported-attributes.ts";
import { startExportSink, type ExportSink } from "../support/otlp/export-sink.ts";
import { TEST_KEYS, traceTo, untrace } from "../support/otlp/traced.ts";

const HOSTILE =
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"text","plain":"kept"}';
const hostile = (): Record<string, unknown> => JSON.parse(HOSTILE) as Record<string, unknown>;

/** Names that every object has. */
const NAMES = [...Object.getOwnPropertyNames(Object.prototype), "prototype"];

afterEach(() => {
  assert.deepEqual(Object.keys(Object.prototype), []);
  assert.equal(({} as Record<string, unknown>)["polluted"], undefined);
  assert.equal(Object.hasOwn(Object, "polluted"), false);
});

describe("of the application", () => {
  let sink: ExportSink;
  beforeEach(async () => {
    sink = await startExportSink();
  });
  afterEach(async () => {
    untrace();
    await sink.close();
  });

  it("are kept as keys of metadata, propagated metadata, usage, costs and parameters, and as tags", async () => {
    const { processor } = traceTo(sink.url);
    const propagated = JSON.parse('{"__proto__":"a","constructor":"b","toString":"c"}') as Record<string, string>;
    propagateAttributes({ metadata: propagated, tags: ["__proto__", "constructor"], asBaggage: true }, () => {
      const counts = JSON.parse('{"__proto__":5,"constructor":6}') as Record<string, number>;
      startObservation(
        "call",
        {
          input: hostile(),
          output: hostile(),
          metadata: hostile(),
          modelParameters: JSON.parse('{"__proto__":"x","constructor":"y"}') as Record<string, string>,
          usageDetails: counts,
          costDetails: counts,
        },
        { asType: "generation" },
      ).end();
    });
    await processor.forceFlush();
    const attributes = attributesOf(sink.spans[0]!);
    expect(attributes).toMatchObject({
      "svc.observation.input": HOSTILE,
      "svc.observation.output": HOSTILE,
      "svc.observation.metadata.__proto__": '{"polluted":1}',
      "svc.observation.metadata.constructor": '{"prototype":{"polluted":1}}',
      "svc.observation.metadata.plain": '"kept"',
      "svc.trace.metadata.__proto__": '"a"',
      "svc.trace.metadata.constructor": '"b"',
      "svc.trace.metadata.toString": '"c"',
      "svc.trace.tags": ["__proto__", "constructor"],
      "svc.observation.usage_details": '{"__proto__":5,"constructor":6}',
      "svc.observation.cost_details": '{"__proto__":5,"constructor":6}',
      "svc.observation.model.parameters": '{"__proto__":"x","constructor":"y"}',
    });
  });
});

const record = { name: "p", version: 1, config: {}, labels: [], tags: [] };
const text = (prompt: string): TextPromptClient => new TextPromptClient({ ...record, type: "text", prompt });

describe("as variables of a prompt", () => {
  it.each(NAMES)("%s without a value is empty, and no function is called", (name) => {
    const variables = { list: [1], user: { name: "Ada" } };
    for (const path of [name, `user.${name}`, `list.${name}`, `user.constructor.${name}`, `constructor.${name}`]) {
      expect(text(`[{{${path}}}]`).compile(variables)).toBe("[]");
      expect(text(`[{{#${path}}}alert(1){{/${path}}}]`).compile(variables)).toBe("[]");
    }
    expect(variables).toEqual({ list: [1], user: { name: "Ada" } });
  });

  it.each(["push", "pop", "splice", "fill", "sort", "constructor.constructor"])(
    "list.%s reaches no function of lists",
    (name) => {
      const variables = { list: [2, 1], length: 3 };
      expect(text(`[{{list.${name}}}{{#list.${name}}}x{{/list.${name}}}]`).compile(variables)).toBe("[]");
      expect(variables).toEqual({ list: [2, 1], length: 3 });
    },
  );

  it.each(NAMES)("%s with a value is filled in", (name) => {
    const variables = JSON.parse(`{"${name}":"given","user":{"${name}":"inner"}}`) as Record<string, unknown>;
    expect(text(`{{${name}}} {{user.${name}}}{{#user}} {{${name}}}{{/user}}`).compile(variables)).toBe(
      "given inner inner",
    );
  });

  it("what the application's own classes have counts as given", () => {
    class Base {
      title(): string {
        return `Dr ${(this as unknown as User).name}`;
      }
    }
    class User extends Base {
      readonly name = "Ada";
      get initial(): string {
        return this.name[0]!;
      }
    }
    expect(text("{{title}} {{initial}}").compile(new User() as never)).toBe("Dr Ada A");
    expect(
      text("{{user.initial}} {{tags.size}} {{word.length}}").compile({
        user: new User(),
        tags: new Set([1]),
        word: "abc",
      }),
    ).toBe("A 1 3");
  });

  it.each(NAMES)("a placeholder named %s stays without messages", (name) => {
    const chat = new ChatPromptClient({ ...record, type: "chat", prompt: [{ type: "placeholder", name }] });
    expect(chat.compile({}, {})).toEqual([{ type: "placeholder", name }]);
    expect(chat.getLangchainPrompt()).toEqual([["placeholder", `{${name}}`]]);
    const given = JSON.parse(`{"${name}":[{"role":"user","content":"Hi"}]}`) as Record<string, unknown>;
    expect(chat.compile({}, given)).toEqual([{ role: "user", content: "Hi" }]);
  });
});

describe("in settings and files", () => {
  const OBSERVE = `import { startObservation } from "@svc/tracing"; startObservation("one").end();
    console.log(JSON.stringify([Object.keys(Object.prototype), ({}).polluted]));`;

  it.each<[name: string, value: string]>([
    ["OTEL_TRACES_EXPORTER", NAMES.join(",")],
    ["OTEL_METRICS_EXPORTER", NAMES.join(",")],
    ["OTEL_PROPAGATORS", NAMES.join(",")],
    ["OTEL_TRACES_SAMPLER", "constructor"],
    ["OTEL_NODE_RESOURCE_DETECTORS", NAMES.join(",")],
    ["OTEL_RESOURCE_ATTRIBUTES", "__proto__=a,constructor.prototype.polluted=1,toString=b"],
    ["SVC_ENABLED_INSTRUMENTATIONS", NAMES.join(",")],
    ["SVC_LOG_LEVEL", "constructor"],
    ["pm2_env", HOSTILE],
  ])("%s changes no object, and the span is sent", async (name, value) => {
    const sink = await startExportSink();
    const { stdout, exitCode } = await runApplication({
      app: "forms",
      node: [...PRELOAD, "--input-type=module"],
      args: ["-e", OBSERVE],
      env: { ...sendingTo(sink.url), [name]: value },
    });
    await sink.close();
    expect([stdout, exitCode]).toEqual(["[[],null]\n", 0]);
    expect(sink.spans.map((span) => span.name)).toEqual(["one"]);
  });

  it.each(["__proto__", "constructor", "toString"])(
    "OTEL_EXPORTER_OTLP_PROTOCOL=%s names no transport",
    async (name) => {
      const sink = await startExportSink(0, ["/v1/traces"]);
      const service = await startExportSink();
      const { stderr, exitCode } = await runApplication({
        app: "forms",
        node: [...PRELOAD, "--input-type=module"],
        args: ["-e", OBSERVE],
        env: { ...sendingTo(service.url), OTEL_EXPORTER_OTLP_ENDPOINT: sink.url, OTEL_EXPORTER_OTLP_PROTOCOL: name },
      });
      await Promise.all([sink.close(), service.close()]);
      expect(stderr).toContain(`OTEL_EXPORTER_OTLP_PROTOCOL is "${name}", but must be one of`);
      expect([exitCode, sink.spans.length]).toEqual([0, 1]);
    },
  );

  it("a file of prompts gives its fields and nothing else", async () => {
    const folder = await mkdtemp(join(tmpdir(), "svc-prompts-"));
    await writeFile(join(folder, "p.json"), `{"__proto__":{"version":7},"prompt":"Hi {{name}}","config":${HOSTILE}}`);
    const service = await startHttpServer((_request, response) => response.writeHead(503).end());
    const client = new SvcClient({ ...TEST_KEYS, baseUrl: service.url, promptFallbackDirectory: folder });
    const prompt = await client.prompt.get("p", { maxRetries: 0 });
    await Promise.all([client.shutdown(), service.close(), rm(folder, { recursive: true })]);
    expect([prompt.version, JSON.stringify(prompt.config)]).toEqual([0, HOSTILE]);
  });
});

describe("in answers of the service", () => {
  /** Answers each request so, and returns what the client makes of a prompt and of a list. A score is refused or accepted. */
  async function asked(status: number, answer: string): Promise<PromiseSettledResult<unknown>[]> {
    const service = await startHttpServer((_request, response) =>
      response.writeHead(status, { "content-type": "application/json" }).end(answer),
    );
    const client = new SvcClient({ ...TEST_KEYS, baseUrl: service.url });
    const results = await Promise.allSettled([
      client.prompt.get("p", { maxRetries: 0 }).then(({ config }) => JSON.stringify(config)),
      client.api.datasets.list({}, { maxRetries: 0 }).then((list) => JSON.stringify(list)),
    ]);
    client.score.create({ name: "n", value: 1, traceId: "1".repeat(32) });
    await client.shutdown();
    await service.close();
    return results;
  }

  it("a prompt has its fields, and a list is what came", async () => {
    const fields = `"name":"p","version":1,"type":"text","prompt":"Hi","labels":[],"tags":[],"config":${HOSTILE}`;
    const answer = `{${fields},"__proto__":{"polluted":1}}`;
    expect(await asked(200, answer)).toEqual([
      { status: "fulfilled", value: HOSTILE },
      { status: "fulfilled", value: answer },
    ]);
  });

  it("a refusal is an error", async () => {
    const results = await asked(400, `{"message":"no","error":${HOSTILE},"__proto__":{"polluted":1}}`);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});
