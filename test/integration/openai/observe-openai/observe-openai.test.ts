import { SvcOtelSpanAttributes as A } from "@svc/core";
import { beforeAll, describe, expect, it } from "vitest";
import { ALL_MAJORS, FORMATS, runWithOpenAI, type ChildOptions } from "../child-process.ts";
import type { Attribute } from "../preload.ts";
import type { Observed, ObservedSpan } from "./observe-openai-child.ts";
import type { ObservedTwice } from "./observe-twice-child.ts";

type Attributes = Record<string, Attribute>;
type Row = readonly [name: string, spans: ReadonlyArray<readonly [name: string, attributes: Attributes]>, more?: More];

interface More {
  result?: unknown;
  warnings?: readonly string[];
}

const DEFAULT = "chat m-1";
const ANSWER = "Pacific.";
const metadata = (key: string) => `${A.OBSERVATION_METADATA}.${key}`;
const user = (id: string): Attributes => ({ [A.TRACE_USER_ID]: id });

/** Attributes that only a configuration sets: other spans must not have them. */
const CONFIGURED: ReadonlySet<string> = new Set([
  A.OBSERVATION_PROMPT_NAME,
  A.OBSERVATION_PROMPT_VERSION,
  A.TRACE_USER_ID,
  A.TRACE_SESSION_ID,
  A.TRACE_NAME,
  A.TRACE_TAGS,
  ...["plan", "seats", "route", "a", "b", "c"].map(metadata),
]);

const ROWS: readonly Row[] = [
  ["no configuration", [[DEFAULT, {}]]],
  ["a client that is not observed", []],
  ["generationName", [["answer", {}]]],
  ["an empty generationName", [[DEFAULT, {}]]],
  [
    "generationMetadata",
    [[DEFAULT, { [metadata("plan")]: '"pro"', [metadata("seats")]: "3", [metadata("route")]: '{"id":7}' }]],
  ],
  ["svcPrompt", [[DEFAULT, { [A.OBSERVATION_PROMPT_NAME]: "greeting", [A.OBSERVATION_PROMPT_VERSION]: 3 }]]],
  ["a fallback svcPrompt", [[DEFAULT, {}]]],
  [
    "a svcPrompt without a version",
    [[DEFAULT, {}]],
    {
      warnings: [
        "WARN The svcPrompt in the configuration of a call is ignored: it needs a name and an integer version. Pass a prompt of the client.",
      ],
    },
  ],
  [
    "the trace's fields",
    [[DEFAULT, { ...user("u-1"), [A.TRACE_SESSION_ID]: "s-1", [A.TRACE_NAME]: "t-1", [A.TRACE_TAGS]: ["a", "b"] }]],
  ],
  ["parentSpanContext", [[DEFAULT, {}]]],
  [
    "a parentSpanContext that is none",
    [[DEFAULT, {}]],
    {
      warnings: [
        "WARN The parentSpanContext in the configuration of a call is ignored: it is not the context of a span. Pass span.spanContext().",
      ],
    },
  ],
  ["null instead of a configuration", [[DEFAULT, {}]]],
  [
    "a configuration that throws",
    [[DEFAULT, {}]],
    {
      warnings: [
        "ERROR Reading a configuration given to withSvcConfig or to an observed client failed, so none of it is used. Check its getters. The error:",
      ],
    },
  ],
  ["the same client, untouched", [], { result: { isSame: true, isUntouched: true, create: ["create", 2] } }],
  ["given twice: the last configuration counts, and one observation", [["second", {}]]],
  ["a configuration that is changed afterwards", [["before", {}]]],
  [
    "withOptions: the child is observed in the same way",
    [
      ["parent", { [A.TRACE_TAGS]: ["a"] }],
      ["parent", { [A.TRACE_TAGS]: ["a"] }],
      ["child", {}],
      ["parent", { [A.TRACE_TAGS]: ["a"] }],
    ],
  ],
  [
    "withSvcConfig: over the client's, field by field",
    [
      [
        "inner",
        {
          ...user("u-outer"),
          [A.TRACE_TAGS]: ["client", "outer"],
          [metadata("a")]: "1",
          [metadata("b")]: "2",
          [metadata("c")]: "2",
        },
      ],
    ],
  ],
  [
    "withSvcConfig: side by side",
    ["u-1", "u-2", "u-3"].map((id) => [DEFAULT, user(id)] as const),
    { result: [ANSWER, ANSWER, ANSWER] },
  ],
  ["withSvcConfig does not have a client observed", []],
  ["a stream", [["streamed", user("u-1")]], { result: 1 }],
  ["a client for Azure", [[DEFAULT, {}]]],
  ["a subclass that calls what it overrides", [["mine", {}]]],
  ["a wrapper around a client", [["wrapped", {}]]],
  ["another library wraps the method afterwards", [["second", {}]], { result: undefined }],
  ["two copies of the package, one of them observed", [["one", {}]]],
  [
    "two copies of the package, both observed",
    [
      ["one", {}],
      ["two", {}],
    ],
  ],
  [
    "two copies of this package",
    [
      ["copy 1", {}],
      ["last", {}],
    ],
  ],
  [
    "what is not a client",
    [],
    {
      result: Array(7).fill(true),
      warnings: ["WARN observeOpenAI was not given a client of the openai package: nothing of it is recorded."],
    },
  ],
];

/** The newest version alone: the preload plays every scenario of the API in each of them. */
const versions = FORMATS.map((format) => [ALL_MAJORS.at(-1)!, format] as const);

function run<T>(file: string, name: string, options: ChildOptions): Promise<T> {
  const running = runWithOpenAI<T>(file, name, options);
  // The test that awaits the promise reports the failure.
  running.catch(() => undefined);
  return running;
}

function configuredOf({ name, attributes }: ObservedSpan): [name: string, attributes: Attributes] {
  return [name, Object.fromEntries(Object.entries(attributes).filter(([key]) => CONFIGURED.has(key)))];
}

describe.each(versions)("observeOpenAI without the preload, openai %i, %s", (major, format) => {
  let scenarios: Observed[] = [];
  const rows = ROWS.map(([name, spans, more = {}]) => ({ name, spans, more }));

  beforeAll(async () => {
    scenarios = await run<Observed[]>("observe-openai/observe-openai-child.ts", "observeAlone", {
      major,
      format,
      isPreloaded: false,
    });
  });

  it("plays every scenario", () => {
    expect(scenarios.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));
  });

  it.each(rows)("$name", ({ name, spans, more }) => {
    const scenario = scenarios.find((played) => played.name === name)!;
    expect(scenario.spans.map(configuredOf)).toEqual(spans);
    expect(scenario.warnings).toEqual(more.warnings ?? []);
    expect(scenario.result).toEqual("result" in more ? more.result : ANSWER);
  });

  it("records a call below its given parent", () => {
    const [span] = scenarios.find(({ name }) => name === "parentSpanContext")!.spans;
    expect(span).toMatchObject({ traceId: "0af7651916cd43dd8448eb211c80319c", parentSpanId: "b7ad6b7169203331" });
  });

  it("recognizes a client for Azure by its class", () => {
    const [span] = scenarios.find(({ name }) => name === "a client for Azure")!.spans;
    expect(span?.attributes["gen_ai.provider.name"]).toBe("azure.ai.openai");
  });
});

describe.each(versions)("observeOpenAI with the preload, openai %i, %s", (major, format) => {
  it("records a call once", async () => {
    const copy = (index: number) => ({
      [`copy ${index}, observed and preloaded`]: ["observed"],
      [`copy ${index}, preloaded only`]: [DEFAULT],
      [`copy ${index}, observed only`]: ["observed"],
      [`copy ${index}, neither`]: [],
      [`copy ${index}, observed and preloaded again`]: ["observed"],
    });
    expect(
      await run<ObservedTwice>("observe-openai/observe-twice-child.ts", "observeTwice", { major, format }),
    ).toEqual({
      ...copy(0),
      ...copy(1),
    });
  });
});
