// Asks once and stays, as a server does.
const OpenAI = require("openai");

const client = new OpenAI({ apiKey: "a key", maxRetries: 0 });
client.chat.completions.create({ model: "gpt-4o-mini", messages: [{ role: "user", content: "Say hello." }] });
setInterval(() => {}, 60_000);
