import { startServer } from "@svc/server";
import { expect, test } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";

test("accepts score events of the legacy ingestion API once, and rejects all other events one by one", async () => {
  const server = await startServer({ port: 0, memory: true });
  const call = callsOf(() => server);
  const event = (id: string, type: string, body: unknown): unknown => ({
    id,
    type,
    timestamp: "2026-01-01T00:00:00Z",
    body,
  });
  const batch = [
    event("e-1", "score-create", { traceId: "t", name: "n", value: 1 }),
    event("e-2", "score-create", { id: "own", traceId: "t", name: "n", value: "x", timestamp: "2026-02-02T00:00:00Z" }),
    event("e-3", "score-create", { name: "n", value: 1 }),
    event("e-4", "trace-create", { id: "t" }),
  ];
  for (let i = 0; i < 2; i += 1) {
    const { status, body } = await call("POST", "/ingestion", { batch });
    expect([status, body]).toMatchObject([
      207,
      {
        successes: [
          { id: "e-1", status: 201 },
          { id: "e-2", status: 201 },
        ],
        errors: [
          { id: "e-3", status: 400 },
          { id: "e-4", status: 501, message: expect.stringContaining("send spans") },
        ],
      },
    ]);
  }
  const { body } = await call("GET", "/v3/scores");
  expect(body.data).toMatchObject([
    { id: "own", timestamp: "2026-02-02T00:00:00.000Z" },
    { id: "e-1", timestamp: "2026-01-01T00:00:00.000Z" },
  ]);
  expect((await call("POST", "/ingestion", { batch: [event("e", "sdk-log", {})] })).status).toBe(400);
  await server.close();
});
