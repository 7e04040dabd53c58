import { describe, expect, test } from "vitest";
import { type TestSpan, observation, observations, send } from "../../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

type TestEvent = NonNullable<TestSpan["events"]>[number];

const server = serverOfAllTests();

/** Number of used trace ids, for an id that no other test uses. */
let traces = 0;
const newTrace = (): string => (++traces).toString(16).padStart(32, "0");

describe("exceptions recorded on a span", () => {
  const thrown = (type: string, message: string): TestEvent => ({
    name: "exception",
    attributes: {
      "exception.type": type,
      "exception.message": message,
      "exception.stacktrace": `${type}\n  at f (x.js:1)`,
    },
  });

  test.each(["svc-sdk", "another"])(
    "are in the metadata of a span of %s: the last one, and a list of all",
    async (name) => {
      const traceId = newTrace();
      const other = { name: "cache.miss", attributes: { "exception.type": "none" } };
      await send(server, {
        scope: { name },
        spans: [{ traceId, events: [thrown("RangeError", "too far"), other, thrown("TypeError", "no function")] }],
      });
      const { metadata, level, statusMessage } = await observation(server, traceId);
      expect(metadata).toMatchObject({
        "exception.type": "TypeError",
        "exception.message": "no function",
        "exception.stacktrace": "TypeError\n  at f (x.js:1)",
        exceptions: [{ type: "RangeError", message: "too far" }, { type: "TypeError" }],
      });
      // A handled exception does not make the span fail.
      expect([level, statusMessage]).toEqual(["DEFAULT", null]);
      const filter = JSON.stringify([
        { type: "stringObject", column: "metadata", key: "exception.type", operator: "=", value: "TypeError" },
        { type: "string", column: "traceId", operator: "=", value: traceId },
      ]);
      expect((await observations(server, { filter })).data).toHaveLength(1);
    },
  );

  test.each<[string, Partial<TestSpan>, string]>([
    ["says why a span failed that does not say it itself", { status: { code: 2 } }, "TypeError: no function"],
    ["but not in place of what it says", { status: { code: 2, message: "own" } }, "own"],
    [
      "nor of its attribute",
      { attributes: { "svc.observation.level": "ERROR", "svc.observation.status_message": "set" } },
      "set",
    ],
  ])("%s", async (_, fields, statusMessage) => {
    const traceId = newTrace();
    await send(server, { spans: [{ traceId, events: [thrown("TypeError", "no function")], ...fields }] });
    expect(await observation(server, traceId)).toMatchObject({ level: "ERROR", statusMessage });
  });

  test("yield to metadata of the application under the same key", async () => {
    const traceId = newTrace();
    const attributes = { "svc.observation.metadata.exception": "mine" };
    await send(server, { spans: [{ traceId, attributes, events: [thrown("TypeError", "no function")] }] });
    const { metadata } = await observation(server, traceId);
    expect(metadata).toMatchObject({ exception: "mine" });
    expect(metadata).not.toHaveProperty(["exception.type"]);
  });
});
