// The same in TypeScript, of which only the types have to be taken out.
import OpenAI from "openai";

const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Say hello." }];
const client: OpenAI = new OpenAI({ apiKey: "a key", maxRetries: 0 });
const answer = await client.chat.completions.create({ model: "gpt-4o-mini", messages });
console.log(answer.choices[0].message.content);
