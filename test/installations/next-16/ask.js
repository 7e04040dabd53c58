import OpenAI from "openai";

export async function ask() {
  const client = new OpenAI({ apiKey: "a key", maxRetries: 0 });
  const answer = await client.chat.completions.create({
    model: "gpt-4o-mini",
    messages: [{ role: "user", content: "Say hello." }],
  });
  return answer.choices[0].message.content;
}
