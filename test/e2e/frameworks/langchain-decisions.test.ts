import { afterAll, beforeAll, expect, test } from "vitest";
import { PlayedProgram } from "../../support/application/played-program.ts";
import { type LocalService, startLocalService } from "../../support/server/local-service.ts";
import { byName, treesOf } from "../../support/server/observation-trees.ts";

let [service, program]: [LocalService, PlayedProgram] = [] as never;
beforeAll(async () => {
  service = await startLocalService();
  program = new PlayedProgram(service);
}, 60_000);
afterAll(() => service.stop());

const DECISION = "generation Refunds 40+60+20";

test("records each call of a decision model once, with its questions, answers, model and usage", async () => {
  const recorded = await program.play("langchain-newest", "decide.mjs");
  expect(JSON.parse(program.stdout)).toMatchObject({ answers: { refund: { type: "noul" } }, error: "no message" });
  expect(byName(treesOf(recorded))).toEqual(
    byName([
      [DECISION],
      ["span RunnableSequence", ["span RunnableLambda"], [DECISION]],
      ["generation Refunds ERROR RangeError: no message"],
    ]),
  );
  const [asked] = recorded;
  expect(asked).toMatchObject({ providedModelName: "gpt-5-mini", usageDetails: { input_cached_tokens: 40 } });
  expect(JSON.parse(asked!.input!)).toMatchObject({ state: { message: "My money back, please" }, questions: {} });
  expect(JSON.parse(asked!.output!)).toMatchObject({ refund: { type: "noul", noul: 0.9 } });
}, 240_000);
