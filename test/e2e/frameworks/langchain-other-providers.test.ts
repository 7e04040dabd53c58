import { afterAll, beforeAll, expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { PlayedProgram } from "../../support/application/played-program.ts";
import { type LocalService, startLocalService } from "../../support/server/local-service.ts";
import { rowsOf } from "../../support/server/observation-rows.ts";

let service: LocalService;
beforeAll(async () => {
  [service] = await Promise.all([startLocalService(), installed("langchain-other-providers")]);
}, 240_000);
afterAll(() => service.stop());

test("records a call that LangChain makes through a provider's package once", async () => {
  const recorded = await new PlayedProgram(service).play("langchain-other-providers", "main.mjs");
  const counted = { input: 3, output: 1, total: 4 };
  // Groq tells the usage of a stream in several places, which LangChain adds up.
  const detailed = { input: 1, input_cached_tokens: 2, output: 0, output_reasoning_tokens: 1, total: 4 };
  const rows = [
    ...["mistral-small-latest", "command-r", "qwen3"].map((model) => [model, counted] as const),
    ...["one-chunk", "at-the-end", "after-the-end", "every-chunk-twice", "every-chunk-once"].map(
      (model) => [model, detailed] as const,
    ),
  ].flatMap(([model, usage]) => Array.from({ length: 2 }, () => ["GENERATION", model, usage]));
  expect(rowsOf(recorded, "type", "name", "usageDetails").map(([type, , usage]) => [type, usage])).toEqual(
    rows.map(([type, , usage]) => [type, usage]),
  );
}, 60_000);
