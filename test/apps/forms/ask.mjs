// An ES module application: asks the model once and prints the answer.
import OpenAI from "openai";

const client = new OpenAI({ apiKey: "a key", maxRetries: 0 });
const answer = await client.chat.completions.create({
  model: "gpt-4o-mini",
  messages: [{ role: "user", content: "Say hello." }],
});
console.log(answer.choices[0].message.content);
