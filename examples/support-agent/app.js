// Answers a customer's question about an order: the model asks for a tool, gets its result, and streams the answer.
// There is no line of tracing in here.
import OpenAI from "openai";
import { findOrder } from "./orders.js";
import { startStandIn } from "./stand-in.js";

const question = process.argv[2] ?? "Where is my order 1042?";

const standIn = process.env.OPENAI_API_KEY ? undefined : await startStandIn();
const openai = new OpenAI(standIn ? { apiKey: "stand-in", baseURL: standIn.url } : {});
const model = process.env.OPENAI_MODEL ?? "gpt-4.1-mini";

const tools = [
  {
    type: "function",
    function: {
      name: "find_order",
      description: "Finds an order of the shop by its number.",
      parameters: {
        type: "object",
        properties: { number: { type: "string", description: "Order number, digits only" } },
        required: ["number"],
        additionalProperties: false,
      },
    },
  },
];

const messages = [
  { role: "system", content: "You help the customers of a bookshop. Be short and friendly." },
  { role: "user", content: question },
];

const first = await openai.chat.completions.create({ model, messages, tools });
const { message } = first.choices[0];
messages.push(message);

for (const call of message.tool_calls ?? []) {
  const order = findOrder(JSON.parse(call.function.arguments).number);
  messages.push({ role: "tool", tool_call_id: call.id, content: JSON.stringify(order) });
}

const answer = await openai.chat.completions.create({
  model,
  messages,
  temperature: 0.2,
  stream: true,
  stream_options: { include_usage: true },
});
for await (const chunk of answer) process.stdout.write(chunk.choices[0]?.delta.content ?? "");
process.stdout.write("\n");

await standIn?.close();
