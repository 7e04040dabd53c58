// Runs of the Agents SDK, each in a workflow of its own. Prints what the application sees of each, and what the SDK's own exporter sent.
import { asked, exportTraces, said, startServer, toolOutput } from "./responses-server.mjs";

const MODEL = "the-model";

/** Answers by the first word of an agent's instructions. */
function answer(request) {
  const { model, instructions = "" } = request;
  if (model === "refused") return undefined;
  const output = toolOutput(request);
  if (instructions === "Loops") return asked("echo", { text: "again" });
  if (output !== undefined) return said(`The tool says ${output}`);
  if (instructions === "Uses tools") return [...asked("echo", { text: "one" }), ...asked("echo", { text: "two" })];
  if (instructions === "Fails") return asked("failing");
  if (instructions === "Pays") return asked("pay", { amount: 5 });
  if (instructions === "Hands over") return asked("transfer_to_Expert");
  if (instructions.startsWith("Asks")) return asked("ask_inner", { input: instructions.slice("Asks ".length) });
  return said("All is well with the world.");
}

function makeRuns(agents, { z }) {
  const { Agent, MemorySession, RunState, Runner, setTracingDisabled, tool, Usage, withGenerationSpan, withTrace } =
    agents;
  /** Model of the application, which reports its calls as the adapter of the Agents SDK for models of the AI SDK does. */
  const ADAPTED = {
    getResponse: () =>
      withGenerationSpan(async ({ spanData }) => {
        const model_config = { provider: "openai.responses", model_impl: "ai-sdk" };
        const usage = { input_tokens: 10, output_tokens: 20 };
        Object.assign(spanData, { model: "openai.responses:the-model", model_config, usage });
        const content = [{ type: "output_text", text: "Adapted" }];
        const output = [{ type: "message", role: "assistant", status: "completed", content }];
        return { usage: new Usage(usage), output };
      }),
  };
  const ECHO = { name: "echo", description: "Repeats a text", parameters: z.object({ text: z.string() }) };
  const echo = tool({ ...ECHO, execute: async ({ text }) => text });
  const failing = tool({
    name: "failing",
    description: "Fails",
    parameters: z.object({}),
    errorFunction: (_context, error) => `It failed: ${error.message}`,
    execute: async () => {
      throw new Error("no luck");
    },
  });
  const pay = tool({
    name: "pay",
    description: "Pays an amount",
    parameters: z.object({ amount: z.number() }),
    needsApproval: true,
    execute: async ({ amount }) => `${amount} paid`,
  });
  const agent = (name, instructions, options = {}) => new Agent({ name, instructions, model: MODEL, ...options });
  const guardrail = (name, tripwireTriggered) => ({
    name,
    runInParallel: false,
    execute: async () => ({ outputInfo: {}, tripwireTriggered }),
  });
  const expert = agent("Expert", "Knows");
  const payer = agent("Payer", "Pays", { tools: [pay] });
  const inner = (name) => agent(name, "Knows").asTool({ toolName: "ask_inner", toolDescription: "Asks" });
  const runIn = (workflowName, who, input, options, config) =>
    new Runner({ workflowName, ...config }).run(who, input, options);
  const stream = (name, model = MODEL, options = {}) =>
    runIn(name, agent("Speaker", "Speaks", { model }), "Hi", { stream: true, ...options });
  const hasText = ({ type, data }) => type === "raw_model_stream_event" && data.type === "output_text_delta";

  return {
    tools: () => runIn("tools", agent("Handy", "Uses tools", { tools: [echo] }), "Use them"),
    handoff: () => runIn("handoff", agent("Triage", "Hands over", { handoffs: [expert] }), "Who knows?"),
    failingTool: () => runIn("failingTool", agent("Clumsy", "Fails", { tools: [failing] }), "Try"),
    loop: () => runIn("loop", agent("Loop", "Loops", { tools: [echo] }), "Go", { maxTurns: 2 }),
    refused: () => runIn("refused", agent("Refused", "Speaks", { model: "refused" }), "Hi"),
    guarded: () =>
      runIn("guarded", agent("Guarded", "Speaks", { inputGuardrails: [guardrail("Polite", false)] }), "Hi"),
    blockedInput: () =>
      runIn("blockedInput", agent("Guarded", "Speaks", { inputGuardrails: [guardrail("No maths", true)] }), "2+2"),
    blockedOutput: () =>
      runIn("blockedOutput", agent("Guarded", "Speaks", { outputGuardrails: [guardrail("No news", true)] }), "Hi"),
    asked: () => runIn("asked", agent("Outer", "Asks why", { tools: [inner("Inner")] }), "Why?"),
    approved: async () => {
      const waiting = await runIn("approved", payer, "Pay 5");
      const [interruption] = waiting.interruptions;
      waiting.state.approve(interruption);
      const { finalOutput } = await runIn("approved", payer, waiting.state);
      return { finalOutput: `${interruption.name} approved: ${finalOutput}` };
    },
    approvedLater: async () => {
      const waiting = await runIn("approvedLater", payer, "Pay 5");
      const state = await RunState.fromString(payer, waiting.state.toString());
      state.approve(state.getInterruptions()[0]);
      return runIn("approvedLater", payer, state);
    },
    session: () =>
      runIn("session", agent("Friend", "Speaks"), "Hi", { session: new MemorySession({ sessionId: "talk-1" }) }),
    group: () =>
      runIn(
        "group",
        agent("Friend", "Speaks"),
        "Hi",
        {},
        { groupId: "talk-2", traceMetadata: { plan: "pro", seats: 3 } },
      ),
    withheld: () =>
      runIn(
        "withheld",
        agent("Discreet", "Uses tools", { tools: [echo] }),
        "Hush",
        {},
        { traceIncludeSensitiveData: false },
      ),
    adapted: () => runIn("adapted", new Agent({ name: "Adapted", instructions: "Speaks", model: ADAPTED }), "Hi"),
    twoRuns: () =>
      withTrace("twoRuns", async () => {
        await runIn("first", agent("First", "Speaks"), "One");
        return runIn("second", agent("Second", "Speaks"), "Two");
      }),
    stream: async () => {
      const result = await stream("stream");
      let text = "";
      for await (const piece of result.toTextStream()) text += piece;
      await result.completed;
      return { finalOutput: text };
    },
    break: async () => {
      const result = await stream("break", "slow");
      for await (const event of result) if (hasText(event)) break;
      return { finalOutput: `left: ${result.cancelled}` };
    },
    abort: async () => {
      const controller = new AbortController();
      const result = await stream("abort", "slow", { signal: controller.signal });
      for await (const event of result) if (hasText(event)) controller.abort();
      return { finalOutput: `aborted: ${result.cancelled}` };
    },
    abortedTool: async () => {
      const controller = new AbortController();
      const stop = tool({ ...ECHO, execute: async () => (controller.abort(), "stopped") });
      return runIn("abortedTool", agent("Stopper", "Loops", { tools: [stop] }), "Go", { signal: controller.signal });
    },
    drop: async () => {
      await stream("drop");
      return { finalOutput: "dropped" };
    },
    torn: async () => {
      const result = await stream("torn", "torn");
      for await (const { type } of result) if (type === "") break;
      return result;
    },
    tracingOff: () => runIn("tracingOff", agent("Silent", "Speaks"), "Hi", {}, { tracingDisabled: true }),
    allTracingOff: async () => {
      setTracingDisabled(true);
      try {
        return await runIn("allTracingOff", agent("Silent", "Speaks"), "Hi");
      } finally {
        setTracingDisabled(false);
      }
    },
    concurrent: async () => {
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          runIn(
            `concurrent ${index}`,
            agent(`Outer ${index}`, `Asks ${index}`, { tools: [inner(`Inner ${index}`)] }),
            `${index}?`,
          ),
        ),
      );
      return { finalOutput: results.map(({ finalOutput }) => finalOutput).join(" ") };
    },
  };
}

/** Makes the runs whose names the arguments give, or all, and prints what the application sees. */
export async function runScenarios(load) {
  const server = await startServer(answer);
  Object.assign(process.env, { OPENAI_API_KEY: "a key", OPENAI_BASE_URL: server.url });
  const { agents, zod } = await load();
  const sendTraces = exportTraces(agents, server);
  const only = process.argv.slice(2);
  const seen = {};
  for (const [name, run] of Object.entries(makeRuns(agents, zod))) {
    if (only.length > 0 && !only.includes(name)) continue;
    seen[name] = await run().then(
      ({ finalOutput }) => finalOutput,
      (error) => ({ class: error.constructor.name, message: error.message }),
    );
  }
  await sendTraces();
  const exported = {};
  for (const { object, workflow_name: name, span_data: data } of server.traces) {
    const kind = object === "trace" ? `trace ${name.replace(/\d+$/, "")}` : data.type;
    exported[kind] = (exported[kind] ?? 0) + 1;
  }
  server.stop();
  process.stdout.write(`${JSON.stringify({ seen, exported }, undefined, 1)}\n`);
}
