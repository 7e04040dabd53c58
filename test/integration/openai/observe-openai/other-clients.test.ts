import { SvcOtelSpanAttributes as A } from "@svc/core";
import { OpenAIInstrumentation } from "@svc/openai";
import { setSvcTracerProvider } from "@svc/tracing";
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const ANSWER = {
  id: "chatcmpl-1",
  model: "m-1",
  choices: [{ message: { content: "Pacific." }, finish_reason: "stop" }],
};
const PARAMS = { model: "m", messages: [{ role: "user", content: "Name one ocean." }] };

type Create = (params: unknown) => unknown;

const raise = (error: Error): never => {
  throw error;
};

/** Object that throws at every access except those of a promise. */
const HOSTILE: unknown = new Proxy(
  {},
  { get: (_target, key) => (key === "then" ? undefined : raise(new Error(`touched ${String(key)}`))) },
);

/** Every patched method with its class and the class's file. */
const METHODS = [
  ["create", "Completions", "openai/resources/chat/completions/completions.js"],
  ["create", "Responses", "openai/resources/responses/responses.mjs"],
  ["compact", "Responses", "openai/resources/responses/responses.js"],
  ["create", "Responses", "openai/resources/beta/responses/responses.mjs"],
  ["create", "Completions", "openai/resources/completions.js"],
  ["create", "Embeddings", "openai/resources/embeddings.mjs"],
  ["generate", "Images", "openai/resources/images.js"],
  ["edit", "Images", "openai/resources/images.mjs"],
  ["createVariation", "Images", "openai/resources/images.js"],
  ["create", "Speech", "openai/resources/audio/speech.mjs"],
  ["create", "Transcriptions", "openai/resources/audio/transcriptions.js"],
  ["create", "Translations", "openai/resources/audio/translations.mjs"],
  ["create", "Moderations", "openai/resources/moderations.js"],
  ["create", "Decisions", "openai/resources/decisions.mjs"],
] as const;

/** Returns a class in place of the package's, as another transport, a test double or a future version may have. */
const classWith = (create: Create) => ({
  Completions: class {
    create(params: unknown): unknown {
      return create(params);
    }
  },
});

describe("a client that differs from the openai package", () => {
  const exporter = new InMemorySpanExporter();
  let instrumentation = new OpenAIInstrumentation();
  const warnings = vi.spyOn(console, "warn");
  const errors = vi.spyOn(console, "error");

  beforeEach(() => {
    setSvcTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
    instrumentation = new OpenAIInstrumentation();
    warnings.mockReset().mockImplementation(() => undefined);
    errors.mockReset().mockImplementation(() => undefined);
  });

  afterEach(() => {
    instrumentation.disable();
    setSvcTracerProvider(null);
    exporter.reset();
  });

  const load = (exports: unknown, version: string, into = instrumentation): void => {
    void into.getModuleDefinitions()[0]!.files[0]!.patch(exports, version);
  };
  const spansOf = () => exporter.getFinishedSpans();
  const warned = () => warnings.mock.calls.map(([line]: unknown[]) => String(line));

  it("is recorded with one warning in an untested version", async () => {
    const module = classWith(() => Promise.resolve(ANSWER));
    load(module, "9.1.0");
    load(module, "9.1.0");
    expect(await new module.Completions().create(PARAMS)).toBe(ANSWER);
    expect(spansOf()).toHaveLength(1);
    expect(
      warned().filter((line) => line.includes("openai 9.1.0 is outside the tested versions (4 to 7)")),
    ).toHaveLength(1);
  });

  it.each([
    ["no class", {}, "openai 7.99.1 has no class Completions where it is expected"],
    [
      "no method",
      {
        Completions: class {
          retrieve(): void {}
        },
      },
      "openai 7.99.1 has no Completions.create",
    ],
  ])("is named in a warning when it has %s to patch", (_what, module, warning) => {
    load(module, "7.99.1");
    expect(warned().filter((line) => line.includes(warning))).toHaveLength(1);
  });

  it("may return a native promise, whose answer or rejection is unchanged", async () => {
    const error = new RangeError("mine");
    const answers = [Promise.resolve(ANSWER), Promise.reject(error)];
    const module = classWith(() => answers.shift());
    load(module, "7.0.0");
    const completions = new module.Completions();
    const answered = completions.create(PARAMS);
    expect(answered).toBeInstanceOf(Promise);
    expect(await answered).toBe(ANSWER);
    await expect(completions.create(PARAMS)).rejects.toBe(error);
    expect(spansOf().map(({ attributes }) => [attributes[A.OBSERVATION_LEVEL], attributes["error.type"]])).toEqual([
      [undefined, undefined],
      ["ERROR", "RangeError"],
    ]);
  });

  it("may return a promise of its own class, which stays the same object", async () => {
    class Eventual extends Promise<unknown> {}
    const promise = Eventual.resolve(ANSWER);
    const module = classWith(() => promise);
    load(module, "7.0.0");
    expect(new module.Completions().create(PARAMS)).toBe(promise);
    await promise;
    expect(spansOf()).toHaveLength(1);
  });

  it.each([
    ["nothing", undefined],
    ["a value", ANSWER],
  ])("may return %s synchronously", (_what, value) => {
    const module = classWith(() => value);
    load(module, "7.0.0");
    expect(new module.Completions().create(PARAMS)).toBe(value);
    expect(spansOf()).toHaveLength(1);
  });

  it("may throw: rethrows the same error and records it", () => {
    const error = new TypeError("mine");
    const module = classWith(() => {
      throw error;
    });
    load(module, "7.0.0");
    expect(() => new module.Completions().create(PARAMS)).toThrow(error);
    expect(spansOf().map(({ attributes }) => attributes["error.type"])).toEqual(["TypeError"]);
  });

  it("accepts any arguments", async () => {
    const module = classWith(() => Promise.resolve(null));
    load(module, "7.0.0");
    const hostile = new Proxy({}, { get: () => raise(new Error("mine")) });
    for (const params of [undefined, null, 1, "text", [], { messages: 1n, model: {} }, hostile]) {
      expect(await new module.Completions().create(params)).toBeNull();
    }
    // The instrumentation reads nothing that the application could notice.
    expect(spansOf()).toHaveLength(7);
    expect(errors).not.toHaveBeenCalled();
  });

  describe.each(METHODS)("%s of %s in %s", (method, name, file) => {
    it.each([
      ["an answer", Promise.resolve(ANSWER)],
      ["null", Promise.resolve(null)],
      ["a text", Promise.resolve("Pacific.")],
      ["a list", Promise.resolve([1n, { data: 1, output: "x", results: {} }])],
      ["what cannot be read", Promise.resolve(HOSTILE)],
    ])("may return %s", async (_what, promise) => {
      const classes = {
        [name]: class {
          retrieve(): void {}
        },
      };
      Object.defineProperty(classes[name]!.prototype, method, {
        value: () => promise,
        writable: true,
        configurable: true,
      });
      const { files } = instrumentation.getModuleDefinitions()[0]!;
      void files.find((candidate) => candidate.name === file)!.patch(classes, "7.0.0");
      const resource = new classes[name]!() as unknown as Record<string, Create>;
      for (const params of [undefined, PARAMS, { input: 1n, image: [null, 1], file: "x", stream: true }]) {
        expect(await resource[method]!(params)).toBe(await promise);
      }
      expect(spansOf()).toHaveLength(3);
    });
  });

  it("is recorded once by two copies of the instrumentation", async () => {
    const second = new OpenAIInstrumentation();
    const module = classWith(() => Promise.resolve(ANSWER));
    load(module, "7.0.0");
    load(module, "7.0.0", second);
    await new module.Completions().create(PARAMS);
    expect(spansOf()).toHaveLength(1);
    second.disable();
  });
});
