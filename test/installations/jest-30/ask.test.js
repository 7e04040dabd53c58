const OpenAI = require("openai");

test("asks", async () => {
  const client = new OpenAI({ apiKey: "a key", maxRetries: 0 });
  const messages = [{ role: "user", content: "Say hello." }];
  const answer = await client.chat.completions.create({ model: "gpt-4o-mini", messages });
  expect(answer.choices).toHaveLength(1);
});
