import { SvcOtelSpanAttributes as A } from "@svc/core";
import { observeLlamaIndex } from "@svc/llamaindex";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { startExportSink, type ExportSink } from "../../support/otlp/export-sink.ts";
import { attributesOf } from "../../support/otlp/exported-attributes.ts";
import { traceTo, untrace, type Traced } from "../../support/otlp/traced.ts";

interface Tool {
  readonly call: (input: object) => unknown;
}

interface LlamaIndex {
  readonly tool: (options: object) => Tool;
}

let llamaindex: LlamaIndex;
let [sink, traced]: [ExportSink, Traced] = [] as never;

beforeAll(async () => {
  const require = createRequire(join(await installed("llamaindex"), "main.cjs"));
  llamaindex = require("llamaindex") as LlamaIndex;
  sink = await startExportSink();
  traced = traceTo(sink.url);
}, 240_000);
afterAll(async () => {
  untrace();
  await sink.close();
});

const toolOf = (execute: (input: { a: number }) => unknown): Tool =>
  llamaindex.tool({ name: "double", description: "Doubles", parameters: { type: "object" }, execute });

it("records the tools that are made afterwards, once, and changes nothing else about them", async () => {
  const before = toolOf(({ a }) => 2 * a);
  observeLlamaIndex(llamaindex);
  observeLlamaIndex(llamaindex);
  const after = toolOf(({ a }) => 2 * a);
  const failing = toolOf(() => {
    throw new RangeError("no numbers");
  });
  expect([before.call({ a: 1 }), after.call({ a: 21 })]).toEqual([2, 42]);
  expect(() => failing.call({ a: 1 })).toThrow("no numbers");
  expect(Object.keys(after)).toEqual(Object.keys(before));
  expect([after.call.name, after.call.length]).toEqual([before.call.name, before.call.length]);
  await traced.processor.forceFlush();

  expect(sink.spans.map(({ name }) => name)).toEqual(["double", "double"]);
  expect(attributesOf(sink.spans[0]!)).toMatchObject({
    [A.OBSERVATION_TYPE]: "tool",
    [A.OBSERVATION_INPUT]: '{"a":21}',
    [A.OBSERVATION_OUTPUT]: "42",
  });
  expect(attributesOf(sink.spans[1]!)).toMatchObject({ [A.OBSERVATION_LEVEL]: "ERROR" });
});

it("throws nothing for another module", () => {
  expect(() => observeLlamaIndex({})).not.toThrow();
});
