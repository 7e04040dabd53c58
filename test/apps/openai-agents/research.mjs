// Research assistant, after the SDK's research bot example: a plan, searches side by side, a report, and a check of the report.
import { asked, conversation, exportTraces, said, startServer, toolOutput } from "./responses-server.mjs";

const PLANNER = "planning-model";
const WRITER = "writing-model";

export async function run({ agents, z }) {
  const server = await startServer((request) => {
    const { instructions } = request;
    const [question] = conversation(request);
    if (instructions.startsWith("Plan")) return said('{"searches":["tides","moon","harbours"]}');
    if (instructions.startsWith("Search")) {
      const found = toolOutput(request);
      return found === undefined ? asked("search_web", { term: question }) : said(`Summary of ${found}`);
    }
    if (instructions.startsWith("Check")) return said(`{"hasSources":${String(!question.includes("gossip"))}}`);
    return said(question.includes("rumours") ? "All gossip." : "The report: tides follow the moon.");
  });
  Object.assign(process.env, { OPENAI_API_KEY: "a key", OPENAI_BASE_URL: server.url });
  const { Agent, OutputGuardrailTripwireTriggered, run, tool, withTrace } = agents;
  const sendTraces = exportTraces(agents, server);

  const searchWeb = tool({
    name: "search_web",
    description: "Searches the web",
    parameters: z.object({ term: z.string() }),
    execute: async ({ term }) => `three pages about ${term}`,
  });

  const planner = new Agent({
    name: "Planner",
    model: PLANNER,
    instructions: "Plan the searches for a question.",
    outputType: z.object({ searches: z.array(z.string()) }),
  });
  const searcher = new Agent({
    name: "Searcher",
    model: PLANNER,
    instructions: "Search for a term.",
    tools: [searchWeb],
  });
  const checker = new Agent({
    name: "Checker",
    model: PLANNER,
    instructions: "Check that a report has sources.",
    outputType: z.object({ hasSources: z.boolean() }),
  });
  const writer = new Agent({
    name: "Writer",
    model: WRITER,
    instructions: "Write a report from summaries.",
    outputGuardrails: [
      {
        name: "Has sources",
        execute: async ({ agentOutput }) => {
          const { finalOutput } = await run(checker, agentOutput);
          return { outputInfo: finalOutput, tripwireTriggered: finalOutput?.hasSources !== true };
        },
      },
    ],
  });

  const research = async (question) => {
    const plan = await run(planner, question);
    const summaries = await Promise.all(
      plan.finalOutput.searches.map(async (term) => (await run(searcher, term)).finalOutput),
    );
    const result = await run(writer, `${question}\n${summaries.join("\n")}`, { stream: true });
    let report = "";
    for await (const piece of result.toTextStream()) report += piece;
    await result.completed;
    return report;
  };

  const report = async (question) => {
    try {
      return await withTrace("Research", () => research(question), { metadata: { question } });
    } catch (error) {
      if (!(error instanceof OutputGuardrailTripwireTriggered)) throw error;
      return `No report: ${error.result.guardrail.name}`;
    }
  };
  for (const question of ["Why are there tides?", "Which rumours are there?"]) console.log(await report(question));
  const harbours = Array.from({ length: 20 }, (_, place) => `Why are there tides at harbour-${place}?`);
  console.log(JSON.stringify(await Promise.all(harbours.map(report))));
  await sendTraces();
  server.stop();
}
