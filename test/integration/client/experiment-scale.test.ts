import { SvcClient } from "@svc/client";
import { SvcSpanProcessor } from "@svc/otel";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { setSvcTracerProvider } from "@svc/tracing";
import { context } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { answerJson, startRecordingService, type RecordingService } from "../../support/http/recording-service.ts";
import { TEST_KEYS } from "../../support/otlp/traced.ts";

const ITEMS = 1_000;
const CONCURRENCY = 50;
/** Bytes that a task holds in memory while it runs. */
const PER_TASK = 1024 * 1024;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

let service: RecordingService;
let scores = 0;
let spans = 0;

beforeAll(async () => {
  service = await startRecordingService((response, _nth, { body }) => {
    service.requests.length = 0;
    if (Array.isArray(body)) scores += body.length;
    answerJson(response, 200, { data: [{ id: "p-1" }] });
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const processor = new SvcSpanProcessor({
    ...TEST_KEYS,
    exporter: {
      export: (batch, done) => {
        spans += batch.length;
        done({ code: 0 });
      },
      shutdown: async () => {},
    },
  });
  setSvcTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
});

afterAll(async () => {
  setSvcTracerProvider(null);
  context.disable();
  await service.close();
});

it("runs 1,000 items, 50 at once, with constant memory", { timeout: 60_000 }, async () => {
  const client = new SvcClient({ ...TEST_KEYS, baseUrl: service.url });
  const heap: number[] = [];
  let underWay = 0;
  let most = 0;
  const result = await client.experiment.run({
    name: "scale",
    data: Array.from({ length: ITEMS }, (_, n) => ({ input: n })),
    maxConcurrency: CONCURRENCY,
    task: async ({ input }) => {
      most = Math.max(most, ++underWay);
      const working = Buffer.alloc(PER_TASK, "x").toString("latin1");
      await new Promise(setImmediate);
      underWay--;
      if (input % 200 === 199) {
        collect();
        heap.push(process.memoryUsage().heapUsed);
      }
      return working.length;
    },
    evaluators: [({ output }) => ({ name: "length", value: output })],
  });

  expect(result.itemResults).toHaveLength(ITEMS);
  expect(most).toBe(CONCURRENCY);
  expect(scores).toBe(ITEMS);
  expect(heap).toHaveLength(5);
  // The heap would grow by 800 MB from the first sample to the last if the tasks' data were kept.
  expect(heap.at(-1)! - heap[0]!).toBeLessThan(CONCURRENCY * PER_TASK);
  expect(spans).toBeGreaterThan(0);
});
