// Answers a question of a model's with a tool, and asks the model again.
import OpenAI from "openai";

const client = new OpenAI();
const tools = [
  {
    type: "function",
    function: {
      name: "get_weather",
      description: "Weather of a city",
      parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    },
  },
];
const messages = [{ role: "user", content: "What is the weather in the capital of France?" }];
const ask = async () => (await client.chat.completions.create({ model: "gpt-4o-mini", messages, tools })).choices[0];

const { message } = await ask();
messages.push(message, { role: "tool", tool_call_id: message.tool_calls[0].id, content: '{"celsius":14}' });
console.log((await ask()).message.content);
