// Asks a model one question.
import OpenAI from "openai";

const { choices } = await new OpenAI().chat.completions.create({
  model: "gpt-4o-mini",
  messages: [
    { role: "system", content: "Be short." },
    { role: "user", content: "What is the capital of France?" },
  ],
});
console.log(choices[0].message.content);
