// Agents whose answers are left, dropped, aborted or torn, and workflows that wait for an approval, are cancelled or fail.
import { collected } from "../collected.mjs";
import { startModel } from "../chat-model.mjs";

export async function run({ Agent, createStep, createWorkflow, InMemoryStore, Mastra, Observability, z }) {
  const model = await startModel();
  const speaker = new Agent({
    id: "speaker",
    name: "speaker",
    instructions: "Be brief.",
    model: { id: "openai/gpt-4o-mini", url: model.baseURL, apiKey: "k" },
    maxRetries: 0,
  });
  const schema = z.object({ amount: z.number() });
  const step = (id, execute, more = {}) =>
    createStep({ id, inputSchema: schema, outputSchema: schema, execute, ...more });
  const workflow = (id, first) =>
    createWorkflow({ id, inputSchema: schema, outputSchema: schema }).then(first).commit();
  const approve = step(
    "approve",
    async ({ inputData, resumeData, suspend }) =>
      resumeData === undefined ? suspend({ reason: "Too much" }) : { amount: inputData.amount + resumeData.tip },
    { suspendSchema: z.object({ reason: z.string() }), resumeSchema: z.object({ tip: z.number() }) },
  );
  const payBack = step("pay-back", async () => {
    throw new RangeError("no money");
  });
  const own = { name: "own", exportTracingEvent: async () => {}, flush: async () => {}, shutdown: async () => {} };
  const mastra = new Mastra({
    logger: false,
    storage: new InMemoryStore(),
    agents: { speaker },
    workflows: { payment: workflow("payment", approve), refund: workflow("refund", payBack) },
    observability: new Observability({ configs: { default: { serviceName: "ends", exporters: [own] } } }),
  });
  const agent = mastra.getAgent("speaker");
  const read = async (stream, each = () => {}) => {
    const texts = [];
    try {
      for await (const piece of stream.textStream) {
        texts.push(piece);
        each();
      }
    } catch (error) {
      texts.push(error.message);
    }
    return texts;
  };

  const seen = {};
  const controller = new AbortController();
  seen.aborted = await read(await agent.stream("It hangs", { abortSignal: controller.signal }), () =>
    controller.abort(),
  );
  const late = new AbortController();
  const whole = agent.generate("It hangs as a whole", { abortSignal: late.signal });
  void model.asked("It hangs as a whole").then(() => late.abort());
  seen.abortedWhole = await whole.then(
    ({ text }) => text,
    ({ name }) => name,
  );
  seen.torn = await read(await agent.stream("It tears"));
  seen.dropped = typeof (await agent.stream("It is dropped"));
  await model.asked("It is dropped");
  const unheard = agent.generate("Nobody hears it");
  const payment = await mastra.getWorkflow("payment").createRun();
  seen.suspended = (await payment.start({ inputData: { amount: 5 } })).status;
  seen.resumed = (await payment.resume({ step: "approve", resumeData: { tip: 1 } })).result;
  const refund = await mastra.getWorkflow("refund").createRun();
  const { status, error } = await refund.start({ inputData: { amount: 5 } });
  seen.failed = [status, error.message];
  await collected();
  await unheard;
  console.log(JSON.stringify(seen));
  model.stop();
}
