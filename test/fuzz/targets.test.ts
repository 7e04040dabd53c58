// Short form of `npm run test:fuzz`: the corpus, and inputs made from it by a fixed seed. `SVC_TEST_RUNS` and `SVC_TEST_SEED`
// override the number of inputs of a target and the seed. A check fails when it throws anything but the refusal of its target:
// a parser that throws a TypeError, events that depend on how bytes arrive, metadata that changes when it is encoded again.
import { describe, expect, it } from "vitest";
import { corpusOf, checkInput, fuzz } from "./fuzzing.ts";
import { TARGETS } from "./targets.ts";

const RUNS = Number(process.env["SVC_TEST_RUNS"] ?? 2_000);
const SEED = Number(process.env["SVC_TEST_SEED"] ?? 4_590);
const LIMIT_MS = 60_000 + 10 * RUNS;

console.log(`Inputs are made from seed ${SEED}.`);

describe.each(Object.entries(TARGETS))("%s", (name, target) => {
  const corpus = corpusOf(name);

  it.each([...corpus])("holds for %s of the corpus", async (_name, input) => {
    await expect(checkInput(target, input)).resolves.toBeUndefined();
  });

  it(
    "holds for inputs made from the corpus",
    async () => {
      await expect(fuzz(target, [...corpus.values()], RUNS, SEED)).resolves.toBeUndefined();
    },
    LIMIT_MS,
  );
});

it("a check that fails is reported with its seed and a small input", async () => {
  const failing = { check: (input: Uint8Array) => expect(input.includes(0x7b)).toBe(false) };
  await expect(fuzz(failing, [Uint8Array.of(1, 0x7b, 2)], 100, 7)).rejects.toThrow(/seed: 7/);
});
