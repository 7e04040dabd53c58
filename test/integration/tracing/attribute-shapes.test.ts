import type { Attributes } from "@opentelemetry/api";
import { startObservation } from "@svc/tracing";
import { setFlagsFromString } from "node:v8";
import { runInThisContext } from "node:vm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { record, stopRecording, type Recording } from "../../support/otlp/recorded-spans.ts";

setFlagsFromString("--allow-natives-syntax");
const isFast = runInThisContext("(object) => %HasFastProperties(object)") as (object: object) => boolean;

let recording: Recording;

beforeEach(() => {
  recording = record();
});

afterEach(() => stopRecording(recording));

/** Ends this many observations with this many metadata keys, and returns the attributes that the SDK holds. */
function observe(count: number, keys: number, prefix: string): Attributes[] {
  for (let index = 0; index < count; index++) {
    const entries = Array.from({ length: keys }, (_key, key) => [`${prefix}${key}`, key % 2 ? key : key + index]);
    startObservation("many attributes", { metadata: Object.fromEntries(entries) as object }).end();
  }
  return recording.ended.map(({ attributes }) => attributes);
}

it("keeps fast properties for the attributes of many observations", () => {
  const fast = observe(40, 30, "fast").map(isFast);
  expect(fast[0]).toBe(false);
  expect(fast.slice(-20)).toEqual(Array.from({ length: 20 }, () => true));
});

it("writes the same attributes in the same order", () => {
  const [first, ...others] = observe(40, 30, "same");
  expect(Object.keys(others.at(-1)!)).toEqual(Object.keys(first!));
  expect(others.at(-1)).toMatchObject({
    "svc.observation.metadata.same0": "39",
    "svc.observation.metadata.same1": "1",
  });
});
