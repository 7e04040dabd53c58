// A call with a voice agent, which looks up the weather, hands the caller over, and says something that a guardrail forbids.
// Prints what the application hears.

/** Resolves when the emitter has emitted an event. */
const once = (emitter, event) => new Promise((resolve) => void emitter.once(event, (...args) => resolve(args)));

async function call({ RealtimeAgent, RealtimeSession, tool }, z) {
  const getWeather = tool({
    name: "get_weather",
    description: "Tells the weather",
    parameters: z.object({ city: z.string() }),
    execute: async ({ city }) => `Rain in ${city}`,
  });
  const repairs = new RealtimeAgent({ name: "Repairs", instructions: "You repair." });
  const desk = new RealtimeAgent({
    name: "Desk",
    instructions: "Be short.",
    tools: [getWeather],
    handoffs: [repairs],
  });
  const session = new RealtimeSession(desk, {
    transport: "websocket",
    model: "gpt-realtime",
    workflowName: "Phone",
    groupId: "call-7",
    traceMetadata: { line: "blue" },
    outputGuardrails: [
      {
        name: "No prices",
        execute: async ({ agentOutput }) => ({
          tripwireTriggered: agentOutput.includes("euros"),
          outputInfo: { said: "a price" },
        }),
      },
    ],
  });
  const heard = [];
  const note = (what) => heard.push(what);
  session.on("audio", ({ data }) => note(`sound ${data.byteLength}`));
  session.on("agent_tool_end", (_context, agent, { name }, result) => note(`${agent.name} ${name}: ${result}`));
  session.on("agent_handoff", (_context, from, to) => note(`${from.name} hands over to ${to.name}`));
  session.on("agent_end", (_context, agent, output) => note(`${agent.name}: ${output}`));
  session.on("guardrail_tripped", (_context, agent, error) => note(`${agent.name} ${error.message}`));
  session.on("error", ({ error }) => note(`error ${error.message ?? error.error?.error?.message}`));
  const over = once(session.transport, "disconnected");
  await session.connect({ apiKey: "a key", url: `ws://127.0.0.1:${process.env.REALTIME_PORT}/v1/realtime` });
  session.sendMessage("What is the weather in Oslo?");
  await over;
  // The end of a response and that of its tool come in any order.
  console.log(
    JSON.stringify(
      heard.toSorted((one, other) => one.localeCompare(other)),
      undefined,
      1,
    ),
    session.currentAgent.name,
    session.usage.totalTokens,
  );
  session.close();
}

exports.call = call;
