// Fails a build when answers get worse: exit code 1 when fewer than nine of ten answers are right.
import { requireThresholds, SvcClient } from "@svc/client";
import OpenAI from "openai";

const CAPITALS = { France: "Paris", Japan: "Tokyo", Peru: "Lima" };

const client = new SvcClient();
const openai = new OpenAI();

await client.api.datasets.create({ name: "capitals" });
for (const [country, capital] of Object.entries(CAPITALS)) {
  await client.dataset.createItem({ datasetName: "capitals", id: country, input: country, expectedOutput: capital });
}

const dataset = await client.dataset.get("capitals");
const result = await dataset.runExperiment({
  name: "capitals",
  task: async ({ input }) => {
    const { choices } = await openai.chat.completions.create({
      model: "gpt-4.1-mini",
      messages: [{ role: "user", content: `Name the capital of ${String(input)} in one word.` }],
    });
    return choices[0].message.content;
  },
  evaluators: [({ output, expectedOutput }) => ({ name: "exact", value: output === expectedOutput ? 1 : 0 })],
});

console.log(await result.format());
try {
  await requireThresholds(result, { exact: Number(process.env.THRESHOLD ?? 0.9) });
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
