// Asks Anthropic's model once, at the address in the environment.
import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({ apiKey: "none", baseURL: process.env.MODEL_URL, maxRetries: 0 });
const request = { model: "claude-haiku-4-5", max_tokens: 64, messages: [{ role: "user", content: "Hello" }] };
const { content } = await client.messages.create(request);
console.log(content[0].text);
