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
  const rows = rowsOf(recorded, "type", "providedModelName", "usageDetails");
  const counted = { input: 3, output: 1, total: 4 };
  expect(rows).toEqual(
    ["mistral-small-latest", "command-r", "qwen3", "qwen3-32b"].flatMap((model) => {
      const row = ["GENERATION", model, counted];
      return [row, row];
    }),
  );
}, 60_000);
