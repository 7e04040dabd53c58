// Asks a model that refuses.
import OpenAI from "openai";

const client = new OpenAI({ maxRetries: 0 });
const messages = [{ role: "user", content: "What is the capital of France? (The provider fails.)" }];
await client.chat.completions.create({ model: "gpt-4o-mini", messages }).catch(({ status }) => console.log(status));
