import { context, propagation, trace } from "@opentelemetry/api";
import type { ReadableSpan, SpanProcessor } from "@opentelemetry/sdk-trace";
import type * as sdkNode from "@opentelemetry/sdk-node";
import { startActiveObservation, startObservation } from "@svc/tracing";
import { createRequire } from "node:module";
import { afterEach, describe, expect, it } from "vitest";

const require = createRequire(import.meta.url);
const { NodeSDK } = require("@opentelemetry/sdk-node") as typeof sdkNode;

/** Starts an SDK loaded by `require`, so through the API's CommonJS copy; returns the names of the spans it has seen. */
function start(): { names: string[]; stop(): Promise<void> } {
  const names: string[] = [];
  const processor: SpanProcessor = {
    onStart: () => {},
    onEnd: (span: ReadableSpan) => void names.push(span.name),
    forceFlush: async () => {},
    shutdown: async () => {},
  };
  const sdk = new NodeSDK({ autoDetectResources: false, instrumentations: [], spanProcessors: [processor] });
  sdk.start();
  return { names, stop: () => sdk.shutdown() };
}

/** Does what an application does before it starts an SDK again, here through the API's ES module copy. */
function disable(): void {
  for (const api of [trace, context, propagation]) api.disable();
}

describe("a restarted SDK", () => {
  afterEach(disable);

  it("records observations after the restart", async () => {
    const first = start();
    startObservation("before").end();
    await first.stop();
    disable();

    const second = start();
    startObservation("after").end();
    startActiveObservation("active after", () => {});
    await second.stop();
    expect([first.names, second.names]).toEqual([["before"], ["after", "active after"]]);
  });

  it("records them even if an observation was made in between", async () => {
    await start().stop();
    disable();
    startObservation("in between").end();

    const second = start();
    startObservation("after").end();
    await second.stop();
    expect(second.names).toEqual(["after"]);
  });
});
