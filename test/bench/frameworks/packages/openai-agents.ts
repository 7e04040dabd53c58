import { installationFolder } from "../../installations.ts";
import { QUESTION, SYSTEM } from "../../providers/provider-package.ts";
import { answerRequests, MODEL, TOOL } from "../answers.ts";
import type { Framework } from "../framework.ts";

interface Agents {
  readonly Agent: new (options: object) => object;
  readonly Runner: new (options?: object) => { run(agent: object, input: string): Promise<unknown> };
  tool(definition: object): object;
  setTraceProcessors(processors: readonly object[]): void;
}

interface OpenInference {
  readonly OpenAIAgentsInstrumentation: new (options: object) => {
    manuallyInstrument(module: object, options: object): void;
  };
}

/** `@openai/agents`: an agent that calls a tool, then answers. */
export const openaiAgents: Framework<"run"> = {
  title: "@openai/agents 0.20.0",
  folder: installationFolder("frameworks"),
  scenarios: { run: { title: "a run with a tool, two turns", callsPerRound: 25 } },
  rival: "openinference 0.2.15",
  note: "The upload of traces to OpenAI is off in all.",
  prepare({ contender, load, loadRival, provider }) {
    answerRequests();
    process.env["OPENAI_API_KEY"] = "key";
    const agents = load("@openai/agents") as Agents;
    agents.setTraceProcessors([]);
    if (contender === "rival") {
      const { OpenAIAgentsInstrumentation } = loadRival(
        "@arizeai/openinference-instrumentation-openai-agents",
      ) as OpenInference;
      new OpenAIAgentsInstrumentation({ tracerProvider: provider }).manuallyInstrument(agents, {
        exclusiveProcessor: false,
      });
    }
    const population = agents.tool({
      name: TOOL,
      description: "Returns the population of a city",
      parameters: { type: "object", properties: {}, required: [], additionalProperties: true },
      strict: false,
      execute: () => Promise.resolve({ population: 139_875, year: 2025 }),
    });
    const agent = new agents.Agent({ name: "Geographer", instructions: SYSTEM, model: MODEL, tools: [population] });
    const runner = new agents.Runner();
    return () => runner.run(agent, QUESTION);
  },
};
