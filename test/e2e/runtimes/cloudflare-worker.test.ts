// Workers in Cloudflare's runtime: examples/cloudflare-worker with the flag of its wrangler.jsonc, and one without waitUntil.
import { build, type BuildOptions } from "esbuild";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ANSWER } from "../../support/application/asking-application.ts";
import { sendingTo } from "../../support/application/run-application.ts";
import { recordingsOf } from "../../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../../support/openai/openai-stand-in.ts";
import { ROOT } from "../../support/paths.ts";
import { startWorker, type Worker } from "../../support/runtimes/workerd.ts";
import { startRecordingService, type RecordingService } from "../../support/http/recording-service.ts";
import { startLocalService, type LocalService } from "../../support/server/local-service.ts";

const RECORDING = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-basic")!;

async function bundle(entry: Pick<BuildOptions, "entryPoints" | "stdin">): Promise<string> {
  const { outputFiles } = await build({
    ...entry,
    bundle: true,
    write: false,
    format: "esm",
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "cloudflare:*"],
    tsconfigRaw: "{}",
  });
  return outputFiles[0]!.text;
}

describe("the example", () => {
  let service: LocalService;
  let standIn: OpenAIStandIn;
  let worker: Worker;

  beforeAll(async () => {
    [service, standIn] = await Promise.all([startLocalService(), OpenAIStandIn.start()]);
    const { url } = standIn.perform(RECORDING.response);
    const code = await bundle({ entryPoints: [join(ROOT, "examples/cloudflare-worker/worker.js")] });
    const variables = { ...sendingTo(service.url), OPENAI_BASE_URL: url, OPENAI_API_KEY: "a key" };
    worker = await startWorker(code, ["nodejs_compat"], variables);
  }, 60_000);
  afterAll(() => Promise.all([service.stop(), standIn.stop()]));

  it("records each request of a Worker as one trace, and changes nothing", async () => {
    const questions = ["Which ocean?", "And which other one?"];
    const answers = await Promise.all(
      questions.map(async (body) => (await fetch(worker.url, { method: "POST", body })).text()),
    );
    expect(answers).toEqual([ANSWER, ANSWER]);
    const stored = await vi.waitFor(
      async () => {
        const observations = await service.observations();
        expect(observations).toHaveLength(4);
        return observations;
      },
      { timeout: 10_000 },
    );
    const roots = stored.filter(({ name }) => name === "answer");
    expect(new Set(roots.map(({ input }) => input))).toEqual(new Set(questions));
    for (const { id, traceId, input } of roots) {
      expect(stored.find(({ parentObservationId }) => parentObservationId === id)).toMatchObject({
        traceId,
        type: "GENERATION",
        input: expect.stringContaining(input!) as string,
        output: expect.stringContaining(ANSWER) as string,
      });
    }
    expect(await worker.stop()).toBe("");
  });
});

/** Worker that leaves it to the packages to find the platform's `waitUntil`. Its mask answers after the Worker has answered. */
const WITHOUT_WAIT_UNTIL = `
  import { trace } from "@opentelemetry/api";
  import { TracerProvider } from "@opentelemetry/sdk-trace";
  import { SvcClient } from "@svc/client";
  import { SvcSpanProcessor } from "@svc/otel";
  import { startActiveObservation } from "@svc/tracing";
  const later = () => new Promise((resolve) => setTimeout(resolve, 100));
  const mask = async ({ data }) => { await later(); return data; };
  const processor = new SvcSpanProcessor({ mask });
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
  const client = new SvcClient();
  export default {
    async fetch(request) {
      for (const step of ["search", "read", "answer"]) {
        await startActiveObservation(step, async (span) => {
          span.update({ input: await request.clone().text() });
          client.score.observation(span, { name: "good " + step, value: 1 });
        });
      }
      return new Response("answered");
    },
  };`;

describe("a Worker that does not call waitUntil", () => {
  let code: string;
  let service: RecordingService;

  beforeAll(async () => {
    code = await bundle({ stdin: { contents: WITHOUT_WAIT_UNTIL, resolveDir: ROOT } });
    service = await startRecordingService();
  });
  afterAll(() => service.close());
  beforeEach(() => service.reset());

  it.each([
    ["immediate", {}, 3],
    ["batched", { SVC_OTEL_EXPORT_MODE: "batched", SVC_FLUSH_INTERVAL: "0.5" }, 1],
  ])(
    "in mode %s sends the spans and scores of each request after its answer",
    async (_mode, variables, exportsPerRequest) => {
      const worker = await startWorker(code, ["nodejs_compat"], { ...sendingTo(service.url), ...variables });
      // The first request finds waitUntil, the second one knows it.
      for (const request of [1, 2]) {
        service.reset();
        const answer = await fetch(worker.url, { method: "POST", body: "Which ocean?" });
        expect(await answer.text()).toBe("answered");
        await vi.waitFor(() => {
          const sent = service.requests.map(({ path }) => path);
          expect([request, sent.filter((path) => path.endsWith("/traces")).length]).toEqual([
            request,
            exportsPerRequest,
          ]);
          const scores = service.requests.filter(({ path }) => path.endsWith("/scores")).flatMap(({ body }) => body);
          expect(scores).toHaveLength(3);
        }, 5_000);
      }
      expect(await worker.stop()).toBe("");
    },
  );
});
