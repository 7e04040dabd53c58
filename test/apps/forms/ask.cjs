// The same in CommonJS.
const OpenAI = require("openai");

const client = new OpenAI({ apiKey: "a key", maxRetries: 0 });
const messages = [{ role: "user", content: "Say hello." }];
client.chat.completions
  .create({ model: "gpt-4o-mini", messages })
  .then((answer) => console.log(answer.choices[0].message.content));
