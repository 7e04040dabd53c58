// Runs an experiment on the dataset "capitals", which the first run makes. The first argument is the name of the run; every
// further one is an answer to give, such as "Japan=Kyoto", or "Peru=!" for a task that fails. With "judged", a model judges
// each answer, except one, and the run. Prints the addresses of the results, then the report.
import { SvcClient } from "@svc/client";
import { startActiveObservation, startObservation } from "@svc/tracing";

const [runName, ...changes] = process.argv.slice(2);
const isJudged = changes.includes("judged");
const capitals = { France: "Paris", Japan: "Tokyo", Italy: "Rome", Brazil: "Brasília", Egypt: "Cairo", Peru: "Lima" };
const answers = { ...capitals, ...Object.fromEntries(changes.map((change) => change.split("="))) };

const callJudge = (total) =>
  startObservation("judge call", { model: "a-judge", costDetails: { total } }, { asType: "generation" }).end();

function judge({ output }) {
  callJudge(0.25);
  if (output === "Cairo") throw new Error("the judge gave no JSON");
  return { name: "judged", value: 1 };
}

function judgeOfRun() {
  callJudge(0.5);
  return { name: "fluent", value: 1 };
}

const client = new SvcClient();
await client.api.datasets.create({ name: "capitals", description: "Countries and their capitals" });
for (const [country, capital] of Object.entries(capitals)) {
  await client.dataset.createItem({ datasetName: "capitals", id: country, input: country, expectedOutput: capital });
}

const dataset = await client.dataset.get("capitals");
const result = await dataset.runExperiment({
  name: "capitals",
  runName,
  task: async ({ input }) =>
    startActiveObservation(
      "model call",
      (generation) => {
        const output = answers[input];
        if (output === "!") throw new Error(`nothing is known of ${String(input)}`);
        generation.update({ model: "a-model", input, output, costDetails: { total: output.length / 1000 } });
        return output;
      },
      { asType: "generation" },
    ),
  evaluators: [
    ({ output, expectedOutput }) => ({ name: "exact", value: output === expectedOutput ? 1 : 0 }),
    ({ output }) => ({ name: "length", value: output.length }),
    ({ output }) => ({ name: "style", value: output.length > 5 ? "long" : "short" }),
    ...(isJudged ? [judge] : []),
  ],
  ...(isJudged && { runEvaluators: [judgeOfRun] }),
});
console.log(result.experimentUrl);
console.log(result.datasetRunUrl);
console.log(await result.format());
