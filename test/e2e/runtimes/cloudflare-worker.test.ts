// examples/cloudflare-worker in Cloudflare's runtime, with the flag of its wrangler.jsonc.
import { build } from "esbuild";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ANSWER } from "../../support/application/asking-application.ts";
import { sendingTo } from "../../support/application/run-application.ts";
import { recordingsOf } from "../../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../../support/openai/openai-stand-in.ts";
import { ROOT } from "../../support/paths.ts";
import { startWorker, type Worker } from "../../support/runtimes/workerd.ts";
import { startLocalService, type LocalService } from "../../support/server/local-service.ts";

const RECORDING = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-basic")!;

let service: LocalService;
let standIn: OpenAIStandIn;
let worker: Worker;

beforeAll(async () => {
  [service, standIn] = await Promise.all([startLocalService(), OpenAIStandIn.start()]);
  const { url } = standIn.perform(RECORDING.response);
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, "examples/cloudflare-worker/worker.js")],
    bundle: true,
    write: false,
    format: "esm",
    conditions: ["workerd", "worker", "browser"],
    external: ["node:*", "cloudflare:*"],
    tsconfigRaw: "{}",
  });
  const variables = { ...sendingTo(service.url), OPENAI_BASE_URL: url, OPENAI_API_KEY: "a key" };
  worker = await startWorker(outputFiles[0]!.text, ["nodejs_compat"], variables);
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
