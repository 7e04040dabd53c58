import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendingTo } from "../support/application/run-application.ts";
import { install, type Installation } from "../support/application/packed-installation.ts";
import { startLocalService, type LocalService, type StoredObservation } from "../support/server/local-service.ts";

const run = promisify(execFile);
const OURS = ["src/core", "src/tracing", "src/otel"];

describe.each([
  ["2.x", { "@opentelemetry/sdk-node": "0.223.0", "@opentelemetry/api": "1.9.1" }],
  ["3.x", { "@opentelemetry/sdk-node": "0.301.0", "@opentelemetry/api": "1.10.0" }],
])("SvcSpanProcessor in an application's own OpenTelemetry SDK %s", (_line, packages) => {
  let installation: Installation;
  let service: LocalService;
  let seenByTheOther: Array<[name: string, attributes: Record<string, unknown>]>;
  let inner: StoredObservation;
  let outer: StoredObservation;

  beforeAll(async () => {
    [installation, service] = await Promise.all([install("own-sdk", OURS, packages), startLocalService()]);
    const { stdout } = await run(process.execPath, ["app.mjs"], {
      cwd: installation.folder,
      env: { PATH: process.env["PATH"], ...sendingTo(service.url) },
    });
    ({ seenByTheOther } = JSON.parse(stdout) as { seenByTheOther: typeof seenByTheOther });
    const stored = await service.observations();
    inner = stored.find(({ name }) => name === "inner")!;
    outer = stored.find(({ name }) => name === "outer")!;
  }, 120_000);
  afterAll(() => Promise.all([installation.remove(), service.stop()]));

  it("sends the application's observations with their parents", () => {
    expect(inner).toMatchObject({
      type: "GENERATION",
      parentObservationId: outer.id,
      output: "Da",
      providedModelName: "gpt-5",
    });
    expect(inner.usageDetails).toEqual({ input: 3, output: 1, total: 4 });
    expect(outer).toMatchObject({ type: "SPAN", parentObservationId: null, input: '{"question":"Wo?"}' });
  });

  it("stamps propagated attributes, environment and release on each span", () => {
    for (const observation of [inner, outer]) {
      expect(observation).toMatchObject({ userId: "u1", tags: ["a"], environment: "test", release: "r1" });
      expect(observation.metadata).toMatchObject({ plan: "pro", seats: 3 });
    }
    expect(outer.metadata).toMatchObject({ "nested.deep": true, count: "7" });
  });

  it("leaves the spans of the other processor unchanged", () => {
    const [, attributes] = seenByTheOther.find(([name]) => name === "outer")!;
    expect(attributes).toMatchObject({
      "svc.observation.input": '{"question":"Wo?"}',
      "svc.observation.metadata.nested": '{"deep":true}',
      "svc.observation.metadata.count": '"7"',
    });
  });
});
