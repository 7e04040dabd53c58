import { beforeAll, describe, expect, it } from "vitest";
import { named, travel, type Journey, type Start } from "./traced-application.ts";

const cases: Array<[what: string, start: Start]> = [
  ...["coexistence-otel-2", "coexistence-otel-3"].flatMap((folder) =>
    ["mjs", "cjs"].flatMap((format): Array<[string, Start]> => [
      [`${folder} ${format}, started after us`, { folder, program: `app.${format}` }],
      [`${folder} ${format}, started before us`, { folder, program: `app.${format}`, before: `start-sdk.${format}` }],
    ]),
  ),
  ["a plain provider, started after us", { folder: "coexistence-otel-2", program: "plain.cjs" }],
  [
    "a plain provider, started before the preload",
    { folder: "coexistence-otel-2", program: "plain.cjs", before: "start-plain.cjs" },
  ],
];

describe.each(cases)("an application with its own OpenTelemetry SDK: %s", (_what, start) => {
  let bare: Journey;
  let traced: Journey;

  beforeAll(async () => {
    bare = await travel(start, false);
    traced = await travel(start);
  }, 120_000);

  it("receives every span, its own unchanged", () => {
    for (const { name, attributes } of bare.theirs) {
      expect(named(traced.theirs, name).attributes).toMatchObject(attributes);
    }
    const [theirs, ours, call, leaf] = ["theirs", "ours", "chat gpt-4o-mini", "their leaf"].map((name) =>
      named(traced.theirs, name),
    );
    expect([theirs!.parentId, ours!.parentId, call!.parentId, leaf!.parentId]).toEqual([
      undefined,
      theirs!.spanId,
      ours!.spanId,
      ours!.spanId,
    ]);
  });

  it("shares ids and parents with the observations at the service, which arrive once", () => {
    expect(traced.ours.map(({ name }) => name).toSorted()).toEqual(["chat gpt-4o-mini", "ours", "theirs"]);
    for (const { name, spanId, parentId } of traced.ours) {
      const seen = named(traced.theirs, name);
      expect([seen.spanId, seen.parentId]).toEqual([spanId, parentId]);
    }
    expect(named(traced.ours, "theirs").attributes).toMatchObject({ "theirs.own": "kept" });
  });

  it("keeps its context manager and propagator, and one line reports that the preload joined", () => {
    const fields = bare.fields.length > 0 ? bare.fields : traced.fields;
    expect(traced.fields).toEqual(fields);
    expect(traced.contextManager).toBe(bare.contextManager ?? "AsyncLocalStorageContextManager");
    expect(traced.lines).toEqual([
      expect.stringMatching(
        /INFO The preload has added its span processor to the application's \w+, and replaced nothing/,
      ),
    ]);
  });
});

describe("a processor of another vendor in the application's provider", () => {
  it("sends its spans to its own endpoint", async () => {
    const { other } = await travel({ folder: "coexistence-otel-2", program: "plain.cjs" });
    expect(other).toContain("theirs");
  });
});
