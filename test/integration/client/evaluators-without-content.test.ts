import { SvcClient } from "@svc/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { answerJson, startRecordingService, type RecordingService } from "../../support/http/recording-service.ts";
import { captureLogLines } from "../../support/log-lines.ts";
import { recordEachTest } from "../../support/otlp/recorded-spans.ts";
import { TEST_KEYS } from "../../support/otlp/traced.ts";

// The variable is read once for each process.
vi.hoisted(() => {
  process.env["SVC_CAPTURE_CONTENT"] = "false";
});

let service: RecordingService;

const recording = recordEachTest();
beforeEach(async () => {
  service = await startRecordingService((response) =>
    answerJson(response, 200, {
      data: [{ id: "o-1", traceId: "t-1", input: "MARKER", output: "MARKER" }],
      meta: { cursor: null },
    }),
  );
  captureLogLines();
});

afterEach(async () => {
  vi.restoreAllMocks();
  await service.close();
});

it("records no text that an evaluator gets, gives or throws, with SVC_CAPTURE_CONTENT=false", async () => {
  const client = new SvcClient({ ...TEST_KEYS, baseUrl: service.url });
  const result = await client.runBatchedEvaluation({
    mapper: ({ item }) => ({ input: item.input, output: item.output }),
    evaluators: [
      function fine() {
        return { name: "a", value: 1, comment: "MARKER" };
      },
      function broken() {
        throw new TypeError("MARKER");
      },
    ],
  });
  expect(result).toMatchObject({
    scoresCreated: 1,
    failures: [{ evaluator: "broken", error: new TypeError("MARKER") }],
  });
  expect(
    JSON.stringify(recording.ended.map(({ attributes, status, events }) => [attributes, status, events])),
  ).not.toContain("MARKER");
  expect(recording.span("fine").attributes).toHaveProperty(["svc.observation.metadata.score_ids"]);
  expect(recording.span("broken").attributes).toMatchObject({
    "svc.observation.level": "ERROR",
    "svc.observation.status_message": "TypeError",
  });
});
