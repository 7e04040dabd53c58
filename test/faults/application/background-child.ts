// Asks for a response in the background: node background-child.ts MAKES_IT FETCHES
import OpenAI from "openai";

const [makes, fetches] = process.argv.slice(2);
const { responses } = new OpenAI({ apiKey: "key", maxRetries: 0 });

let id = "resp_fx";
if (makes === "true") {
  ({ id } = await responses.create({ model: "gpt-5.4-mini", input: "Name one ocean.", background: true }));
}
for (let count = 0; count < Number(fetches); count++) await responses.retrieve(id);
