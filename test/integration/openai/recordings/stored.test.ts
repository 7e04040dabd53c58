import { createRequire } from "node:module";
import { join } from "node:path";
import { LOCAL_KEYS } from "@svc/core/internal";
import { OpenAIInstrumentation } from "@svc/openai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startLocalService, type LocalService, type StoredObservation } from "../../../support/server/local-service.ts";
import { clientAt, methodOf, type ApiStream, type OpenAIModule } from "../../../support/openai/openai-client.ts";
import { allRecordings } from "../../../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../../../support/openai/openai-stand-in.ts";
import { traceTo, untrace } from "../../../support/otlp/traced.ts";
import { APPS } from "../../../support/paths.ts";

/** Expected type, model and usage of each call in the service. */
const STORED: readonly (readonly [id: string, type: string, model: string, usage: Record<string, number>])[] = [
  [
    "chat-cache-write",
    "GENERATION",
    "gpt-5.4-mini-2026-03-17",
    {
      input: 464,
      input_cached_tokens: 1024,
      input_cache_creation_12h: 512,
      output: 6,
      output_reasoning_tokens: 64,
      total: 2070,
    },
  ],
  [
    "responses-stream-reasoning",
    "GENERATION",
    "gpt-5.4-mini-2026-03-17",
    { input: 14, input_cached_tokens: 16, output: 6, output_reasoning_tokens: 64, total: 100 },
  ],
  ["embeddings-two-inputs", "EMBEDDING", "text-embedding-ada-002-v2", { input: 9, total: 9 }],
  ["image-generate-b64", "GENERATION", "gpt-image-2", { input: 13, output: 0, output_image_tokens: 272, total: 285 }],
  [
    "audio-transcription",
    "GENERATION",
    "gpt-4o-mini-transcribe",
    { input: 5, input_audio_tokens: 21, output: 4, total: 30 },
  ],
  ["audio-speech", "GENERATION", "gpt-4o-mini-tts", {}],
  ["moderation", "GUARDRAIL", "text-moderation-007", {}],
];

describe("the local service", () => {
  const byId = new Map(allRecordings().map((recording) => [recording.id, recording]));
  let stored: StoredObservation[] = [];
  let service: LocalService;

  beforeAll(async () => {
    service = await startLocalService();
    // The instrumentation is active before the package is loaded, as with a preload.
    const instrumentation = new OpenAIInstrumentation();
    const app = join(APPS, "openai-7/package.json");
    const openai = createRequire(app)("openai") as OpenAIModule;
    const standIn = await OpenAIStandIn.start();
    const { processor } = traceTo(service.url, { ...LOCAL_KEYS });
    for (const [id] of STORED) {
      const { call, response } = byId.get(id)!;
      const { $file, ...params } = call.params;
      const file = new File([new Uint8Array(8)], "hello.m4a", { type: "audio/mp4" });
      const client = clientAt(openai, standIn.perform(response).url);
      const answer = await methodOf(client, call.api, 7)({ ...params, ...($file !== undefined && { file }) });
      if (params["stream"] === true) for await (const event of answer as ApiStream) void event;
    }
    await processor.forceFlush();
    stored = await service.observations();
    instrumentation.disable();
    untrace();
    await standIn.stop();
  });

  afterAll(() => service.stop());

  it.each(STORED)("reads %s as %s", (id, type, model, usage) => {
    const observation = stored[STORED.findIndex(([of]) => of === id)]!;
    expect([observation.type, observation.providedModelName, observation.usageDetails]).toEqual([type, model, usage]);
  });
});
