// A support desk, after the routing workflows in public examples of the AI SDK: a question is classified, and the class chooses the
// model, the instructions and the tools of the answer, which is streamed.

const CLASSES = {
  refund: { instructions: "You settle refunds. Look up the order first.", model: "gpt-4o" },
  general: { instructions: "You answer in one sentence.", model: "gpt-4o-mini" },
};

const ORDERS = { A1: { state: "delivered", price: 30 } };

/** Returns the function that answers a question of a customer with the stream of the answer. */
export function makeDesk({ ai, openai, z }) {
  const { generateObject, isStepCount, streamText, tool } = ai;
  const findOrder = tool({
    description: "Looks up an order by its number",
    inputSchema: z.object({ number: z.string() }),
    async execute({ number }) {
      const order = ORDERS[number];
      if (order === undefined) throw new Error(`There is no order ${number}`);
      return order;
    },
  });

  return async (question, customer) => {
    const { object } = await generateObject({
      model: openai.chat("gpt-4o-mini"),
      schema: z.object({ kind: z.enum(["refund", "general"]) }),
      prompt: `Classify this question: ${question}`,
      telemetry: { functionId: "classify" },
    });
    const { instructions, model } = CLASSES[object.kind];
    const { textStream } = streamText({
      model: openai.chat(model),
      instructions,
      prompt: question,
      ...(object.kind === "refund" && { tools: { findOrder }, stopWhen: isStepCount(4) }),
      runtimeContext: { userId: customer },
      telemetry: { functionId: `answer-${object.kind}`, includeRuntimeContext: { userId: true } },
    });
    return textStream;
  };
}

/** Behaviour of the model in the tests. */
export function model(texts) {
  const [first, last] = [texts[0], texts.at(-1)];
  if (first.startsWith("Classify")) return JSON.stringify({ kind: first.includes("money") ? "refund" : "general" });
  if (!first.startsWith("You settle refunds")) return "We open at nine.";
  if (last.includes("delivered")) return "You get 30 back.";
  if (last.includes("no order")) return "Please check the number.";
  return { tool: "findOrder", args: JSON.stringify({ number: /order (\w+)/.exec(last)[1] }) };
}
