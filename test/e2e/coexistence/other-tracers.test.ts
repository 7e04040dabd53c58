import { beforeAll, describe, expect, it } from "vitest";
import { named, travel, type Journey, type Start } from "./traced-application.ts";

const SENTRY_SPANS = { SAMPLE_RATE: "1" };

const recording: Array<[what: string, start: Start]> = [
  ["Sentry 10, started after us", { folder: "coexistence-sentry-10", program: "app.mjs", env: SENTRY_SPANS }],
  ["Sentry 11, started after us", { folder: "coexistence-sentry-11", program: "app.mjs", env: SENTRY_SPANS }],
  ["Datadog, started after us", { folder: "coexistence-dd-trace-6", program: "app.cjs" }],
  [
    "Sentry 10, started before the preload",
    { folder: "coexistence-sentry-10", program: "app.mjs", before: "start-sdk.mjs", env: SENTRY_SPANS },
  ],
  [
    "Sentry 11, started before the preload",
    { folder: "coexistence-sentry-11", program: "app.mjs", before: "start-sdk.mjs", env: SENTRY_SPANS },
  ],
  ["Datadog, started before us", { folder: "coexistence-dd-trace-6", program: "app.cjs", before: "start-sdk.cjs" }],
];

/** Replaces port numbers, so that names compare equal. */
const withoutPort = (name: string): string => name.replace(/:\d+/, "");

describe.each(recording)("%s", (_what, start) => {
  let bare: Journey;
  let traced: Journey;

  beforeAll(async () => {
    bare = await travel(start, false);
    traced = await travel(start);
  }, 180_000);

  it("keeps every span in one tree, as without the preload", () => {
    const names = traced.theirs.map(({ name }) => withoutPort(name));
    for (const { name } of bare.theirs) expect(names).toContain(withoutPort(name));
    expect(named(traced.theirs, "theirs").attributes).toMatchObject({ "theirs.own": "kept" });
    const ids = new Set(traced.theirs.map(({ spanId }) => spanId));
    const roots = traced.theirs.filter(({ parentId }) => parentId === undefined || !ids.has(parentId));
    expect(roots.map(({ name }) => name)).toEqual(["theirs"]);
  });

  it("shares its ids with the observations at the service", () => {
    expect(traced.ours.map(({ name }) => name).toSorted()).toEqual(["chat gpt-4o-mini", "ours"]);
    const known = new Set(traced.theirs.map(({ spanId, name }) => `${spanId} ${name}`));
    for (const { spanId, name } of traced.ours) expect(known).toContain(`${spanId} ${name}`);
    expect(named(traced.ours, "ours").attributes).toMatchObject({ "svc.observation.input": "hello" });
  });

  it("keeps its context manager and propagator, and one line reports how the preload coexists", () => {
    expect(traced.fields).toEqual(bare.fields);
    expect(traced.contextManager).toBe(bare.contextManager);
    expect(traced.lines).toEqual([
      expect.stringMatching(
        /INFO The application's \w+ takes no span processor: the preload makes its spans there and, a second time, itself/,
      ),
    ]);
  });
});

describe("Sentry 10 without the preload, beside our packages with a newer copy of OpenTelemetry's API", () => {
  it("records no observations, and one line says what to do", async () => {
    const { lines } = await travel({ folder: "coexistence-sentry-10", program: "app.mjs", env: SENTRY_SPANS }, false);
    expect(lines).toEqual([
      expect.stringMatching(/WARN Observations are not recorded: .* npm install @opentelemetry\/api@1\.9\.1$/),
    ]);
  }, 120_000);
});

describe("Sentry 11 as it is by default, with a tracer of its own", () => {
  it.each([
    ["after us", {}],
    ["before the preload", { before: "start-sdk.mjs" }],
  ])(
    "gets none of our spans, and one line reports that the traces are apart: started %s",
    async (_what, options) => {
      const env = { ...SENTRY_SPANS, OPENTELEMETRY: "off" };
      const { theirs, ours, lines } = await travel({
        folder: "coexistence-sentry-11",
        program: "app.mjs",
        env,
        ...options,
      });
      const names = ["chat gpt-4o-mini", "ours"];
      const shared = theirs.filter(({ spanId }) => ours.some((span) => span.spanId === spanId));
      expect(shared).toEqual([]);
      expect(ours.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
      expect(lines).toEqual([
        expect.stringMatching(
          /INFO Sentry 11\.\d+\.\d+ makes its spans without OpenTelemetry: .* enableOpenTelemetrySetup: true/,
        ),
      ]);
    },
    120_000,
  );
});

describe.each([
  ["10", { folder: "coexistence-sentry-10", program: "app.mjs" }],
  ["11", { folder: "coexistence-sentry-11", program: "app.mjs" }],
])("Sentry %s with errors only", (_version, start) => {
  it("records no spans, and the preload records observations", async () => {
    const { theirs, ours } = await travel(start);
    expect(theirs).toEqual([]);
    expect(ours.map(({ name }) => name).toSorted()).toEqual(["chat gpt-4o-mini", "ours"]);
  }, 120_000);
});
