// The same in CommonJS: an error that nobody catches, from a required package.
const OpenAI = require("openai");

const client = new OpenAI({ apiKey: "a key", maxRetries: 0 });
client.chat.completions.create({ model: "gpt-4o-mini", messages: [] }).then((answer) => console.log(answer));
