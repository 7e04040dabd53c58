// Help desk of a ferry line, after the SDK's customer service example: a triage agent hands a conversation over to two others. Answers one
// traveller's three questions, and then twenty travellers at once.
import { asked, conversation, exportTraces, said, startServer, toolOutput } from "./responses-server.mjs";

const MODEL = "ferry-model";

export async function run({ agents, z }) {
  const server = await startServer((request) => {
    const { instructions } = request;
    const question = conversation(request).findLast((text) => text?.endsWith("?") === true);
    const found = toolOutput(request);
    if (instructions.startsWith("You judge")) return said('{"isAboutFerries":true}');
    if (instructions.startsWith("You receive")) {
      return question.includes("cabin") ? asked("transfer_to_Cabins") : asked("transfer_to_Questions");
    }
    if (found !== undefined && !found.startsWith('{"assistant"')) return said(`I have looked: ${found}`);
    return instructions.startsWith("You change")
      ? asked("change_cabin", { booking: "F-204", cabin: "12A" })
      : asked("look_up", { topic: "bicycles" });
  });
  Object.assign(process.env, { OPENAI_API_KEY: "a key", OPENAI_BASE_URL: server.url });
  const { Agent, MemorySession, run, RunContext, tool, withTrace } = agents;
  const sendTraces = exportTraces(agents, server);

  const lookUp = tool({
    name: "look_up",
    description: "Looks up what the ferry line says about a topic",
    parameters: z.object({ topic: z.string() }),
    execute: async ({ topic }) => ({ topic, rule: "Bicycles travel for free on the car deck." }),
  });

  const changeCabin = tool({
    name: "change_cabin",
    description: "Moves a booking to another cabin",
    parameters: z.object({ booking: z.string(), cabin: z.string() }),
    execute: async ({ booking, cabin }, runContext) => {
      if (runContext.context.taken.has(cabin)) throw new Error(`Cabin ${cabin} is taken`);
      runContext.context.taken.add(cabin);
      return `${booking} is now in ${cabin}`;
    },
    errorFunction: (_runContext, error) => `Sorry: ${error.message}`,
  });

  const judge = new Agent({
    name: "Judge",
    model: MODEL,
    instructions: "You judge whether a message is about ferries.",
    outputType: z.object({ isAboutFerries: z.boolean() }),
  });

  const onTopic = {
    name: "On topic",
    runInParallel: false,
    execute: async ({ input, context }) => {
      const { finalOutput } = await run(judge, input, { context });
      return { outputInfo: finalOutput, tripwireTriggered: finalOutput?.isAboutFerries !== true };
    },
  };

  const questions = new Agent({
    name: "Questions",
    model: MODEL,
    handoffDescription: "Answers questions about travelling",
    instructions: "You answer questions about ferries. Look every answer up.",
    tools: [lookUp],
  });
  const cabins = new Agent({
    name: "Cabins",
    model: MODEL,
    handoffDescription: "Changes cabins",
    instructions: "You change the cabins of bookings.",
    tools: [changeCabin],
  });
  const triage = new Agent({
    name: "Triage",
    model: MODEL,
    instructions: "You receive travellers and hand them over.",
    handoffs: [questions, cabins],
    inputGuardrails: [onTopic],
  });

  const context = new RunContext({ taken: new Set() });
  // One trace for each message, as the example does it.
  const ask = async (question, session, groupId) => {
    const result = await withTrace("Ferry desk", () => run(triage, question, { session, context }), { groupId });
    return `${result.lastAgent.name}: ${result.finalOutput}`;
  };
  const session = new MemorySession({ sessionId: "traveller-7" });
  for (const question of ["May I bring a bicycle?", "Can I have cabin 12A?", "Can my friend have cabin 12A?"]) {
    console.log(await ask(question, session, "traveller-7"));
  }
  const travellers = Array.from({ length: 20 }, (_, place) => `passenger-${place}`);
  const answers = travellers.map((name) =>
    ask(`May ${name} bring a bicycle?`, new MemorySession({ sessionId: name }), name),
  );
  console.log(JSON.stringify(await Promise.all(answers)));
  await sendTraces();
  server.stop();
}
