import { type RunningServer, type ServerOptions, parseFault, startServer } from "@svc/server";
import { afterEach, describe, expect, test } from "vitest";
import { get, observations, post, protobufExport, send } from "../../../support/server/otlp-calls.ts";

let server: RunningServer | undefined;
afterEach(async () => server?.close());

async function startWith(options: ServerOptions, ...faults: string[]): Promise<RunningServer> {
  server = await startServer({ port: 0, memory: true, ...options, faults: faults.map(parseFault) });
  return server;
}

const HEALTH = "/api/public/health";

describe("faults", () => {
  test("429 with Retry-After, a given number of times", async () => {
    const running = await startWith({}, "429:retry-after=7,times=2");
    for (let i = 0; i < 2; i += 1) {
      const answer = await get(running, HEALTH);
      expect([answer.status, answer.headers.get("retry-after"), await answer.json()]).toEqual([
        429,
        "7",
        { message: "Rate limit exceeded", code: "rate_limited", details: { retryAfterSeconds: 7 } },
      ]);
    }
    expect((await get(running, HEALTH)).status).toBe(200);
  });

  test("503 for one path only", async () => {
    const running = await startWith({}, "503:path=/api/public/otel");
    const refused = await post(running, protobufExport({ spans: [{}] }));
    expect([refused.status, await refused.json()]).toEqual([
      503,
      { message: "Service Unavailable", error: "ServiceUnavailableError" },
    ]);
    expect((await observations(running)).data).toEqual([]);
  });

  test("a dropped connection, then an answer", async () => {
    const running = await startWith({}, "drop:times=1");
    await expect(get(running, HEALTH)).rejects.toThrow("fetch failed");
    expect((await get(running, HEALTH)).status).toBe(200);
  });

  test("a delayed answer", async () => {
    const running = await startWith({}, "delay:ms=300,times=1");
    const started = performance.now();
    expect((await get(running, HEALTH)).status).toBe(200);
    // Timers may fire a millisecond early.
    expect(performance.now() - started).toBeGreaterThan(298);
  });

  test("a crash of the writer: pending exports are answered 503, later ones are stored", async () => {
    const running = await startWith({}, "crash:times=1,path=/api/public/otel");
    const lost = await post(running, protobufExport({ spans: [{ name: "lost" }] }));
    expect([lost.status, await lost.json()]).toEqual([503, { error: expect.stringContaining("could not be stored") }]);
    for (let i = 0; i < 3; i += 1) await send(running, { spans: [{ spanId: `${i + 1}`.repeat(16), name: "stored" }] });
    expect((await observations(running)).data.map(({ name }) => name)).toEqual(["stored", "stored", "stored"]);
  });
});

describe("emulation of an older version of the service", () => {
  test.each([
    ["4.54.0", "4.54.0", '"gold"'],
    ["4.54", "4.54.0", '"gold"'],
    ["4.55.0", "4.55.0", "gold"],
    ["5.0.1", "5.0.1", "gold"],
  ])("%s reports its version and stores metadata in its format", async (asVersion, version, tier) => {
    const running = await startWith({ asVersion });
    expect(await (await get(running, HEALTH)).json()).toEqual({ status: "OK", version });
    await send(running, { spans: [{ attributes: { "svc.observation.metadata.tier": '"gold"' } }] });
    const { data } = await observations(running, { fields: "metadata" });
    expect(data[0]?.["metadata"]).toMatchObject({ tier });
  });

  test.each(["", "four", "4.x", "4"])("rejects the version %j", async (asVersion) => {
    await expect(startServer({ port: 0, memory: true, asVersion })).rejects.toThrow("is no version of the service");
  });
});
