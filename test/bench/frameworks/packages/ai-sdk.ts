import { join } from "node:path";
import { INSTALLATIONS } from "../../../support/paths.ts";
import { QUESTION, readAll, SYSTEM } from "../../providers/provider-package.ts";
import { answerRequests, MODEL, PIECES, TOOL } from "../answers.ts";
import type { Framework, Scenario, Setting } from "../framework.ts";

interface Sdk {
  generateText(options: object): Promise<unknown>;
  streamText(options: object): { readonly textStream: AsyncIterable<string> };
  tool(definition: object): object;
  jsonSchema(schema: object): object;
  stepCountIs(count: number): unknown;
  isStepCount(count: number): unknown;
  registerTelemetry(integration: object): void;
}

interface OpenAIProvider {
  createOpenAI(options: object): (model: string) => object;
}

interface Otel {
  readonly OpenTelemetry: new () => object;
}

type Name = "text" | "stream" | "tools";

const SCENARIOS: Readonly<Record<Name, Scenario>> = {
  text: { title: "generateText" },
  stream: { title: "streamText, 50 pieces", chunks: PIECES, callsPerRound: 15 },
  tools: { title: "generateText with a tool, two steps", callsPerRound: 25 },
};

/** Calls of the AI SDK. `telemetry` is a part of the options of every call. */
function callsOf({ load }: Setting, { system, steps }: { system: string; steps: unknown }, telemetry: object) {
  answerRequests();
  const { generateText, streamText, tool, jsonSchema } = load("ai") as Sdk;
  const { createOpenAI } = load("@ai-sdk/openai") as OpenAIProvider;
  const model = createOpenAI({ apiKey: "key" })(MODEL);
  const options = { model, [system]: SYSTEM, prompt: QUESTION, temperature: 0.2, maxRetries: 0, ...telemetry };
  const tools = {
    [TOOL]: tool({
      description: "Returns the population of a city",
      inputSchema: jsonSchema({ type: "object", properties: { city: {}, country: {} } }),
      execute: () => Promise.resolve({ population: 139_875, year: 2025 }),
    }),
  };
  return {
    text: () => generateText(options),
    stream: () => readAll(Promise.resolve(streamText(options).textStream)),
    tools: () => generateText({ ...options, tools, stopWhen: steps }),
  };
}

/** AI SDK 7, and its own integration for OpenTelemetry. */
export const aiSdk7: Framework<Name> = {
  title: "ai 7.0.173",
  folder: join(INSTALLATIONS, "ai-sdk-7"),
  scenarios: SCENARIOS,
  rival: "@ai-sdk/otel 1.0.173",
  prepare(setting, scenario) {
    const { registerTelemetry, isStepCount } = setting.load("ai") as Sdk;
    if (setting.contender === "rival") {
      const { OpenTelemetry } = setting.load("@ai-sdk/otel") as Otel;
      registerTelemetry(new OpenTelemetry());
    }
    return callsOf(setting, { system: "instructions", steps: isStepCount(3) }, {})[scenario];
  },
};

/** AI SDK 6, and the spans that its calls make for OpenTelemetry on request. */
export const aiSdk6: Framework<Name> = {
  title: "ai 6.0.326",
  folder: join(INSTALLATIONS, "ai-sdk-6"),
  scenarios: SCENARIOS,
  rival: "experimental_telemetry",
  prepare(setting, scenario) {
    const { stepCountIs } = setting.load("ai") as Sdk;
    // The tracer is given: this version loads a newer copy of OpenTelemetry's API than the one that registers the provider.
    const experimental_telemetry = { isEnabled: true, tracer: setting.provider.getTracer("ai") };
    const telemetry = setting.contender === "rival" ? { experimental_telemetry } : {};
    return callsOf(setting, { system: "system", steps: stepCountIs(3) }, telemetry)[scenario];
  },
};
