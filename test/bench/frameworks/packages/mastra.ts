import { installationFolder } from "../../installations.ts";
import { QUESTION, SYSTEM } from "../../providers/provider-package.ts";
import { answerRequests, MODEL, TOOL } from "../answers.ts";
import type { Framework } from "../framework.ts";

interface Agent {
  generate(input: string): Promise<unknown>;
}

interface Agents {
  readonly Agent: new (options: object) => object;
}

interface Tools {
  createTool(definition: object): object;
}

interface Mastras {
  readonly Mastra: new (options: object) => { getAgent(name: string): Agent };
}

interface Observabilities {
  readonly Observability: new (options: object) => object;
}

interface Exporters {
  readonly OtelExporter: new (options: object) => { flush(): Promise<void> };
}

interface Zod {
  readonly z: {
    object(fields: object): object;
    string(): object;
  };
}

/** Exporter of Mastra that does nothing. */
const DISCARDING = {
  name: "discarding",
  exportTracingEvent: () => Promise.resolve(),
  flush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};

/** Mastra: an agent that calls a tool, then answers. */
export const mastra: Framework<"generate"> = {
  title: "@mastra/core 1.71.0",
  folder: installationFolder("frameworks"),
  scenarios: { generate: { title: "an agent with a tool, two steps", callsPerRound: 10 } },
  rival: "@mastra/otel-exporter 1.4.0",
  note: "The bare application has no Observability, which both others need: they pay for Mastra's own spans, too.",
  prepare({ contender, load, loadRival, exporter }, _scenario, atFlush) {
    answerRequests();
    const { Agent } = load("@mastra/core/agent") as Agents;
    const { createTool } = load("@mastra/core/tools") as Tools;
    const { Mastra } = load("@mastra/core/mastra") as Mastras;
    const { z } = load("zod") as Zod;
    const population = createTool({
      id: TOOL,
      description: "Returns the population of a city",
      inputSchema: z.object({ city: z.string(), country: z.string() }),
      execute: () => Promise.resolve({ population: 139_875, year: 2025 }),
    });
    const geographer = new Agent({
      id: "geographer",
      name: "geographer",
      instructions: SYSTEM,
      model: { id: `openai/${MODEL}`, url: "http://127.0.0.1/v1", apiKey: "key" },
      maxRetries: 0,
      tools: { [TOOL]: population },
    });
    const exporters: object[] = [];
    // Mastra makes no spans without an exporter of the application's.
    if (contender === "svc") exporters.push(DISCARDING);
    if (contender === "rival") {
      const { OtelExporter } = loadRival("@mastra/otel-exporter") as Exporters;
      const own = new OtelExporter({
        exporter,
        signals: { logs: false },
        provider: { custom: { endpoint: "unused" } },
      });
      exporters.push(own);
      atFlush(() => own.flush());
    }
    const application = { logger: false, agents: { geographer } };
    if (contender !== "bare") {
      const { Observability } = load("@mastra/observability") as Observabilities;
      const configs = { default: { serviceName: "bench", exporters } };
      Object.assign(application, { observability: new Observability({ configs }) });
    }
    const agent = new Mastra(application).getAgent("geographer");
    return () => agent.generate(QUESTION);
  },
};
