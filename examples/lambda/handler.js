// The function: says whether a review is positive.
import { flush } from "@svc/register";
import OpenAI from "openai";

const openai = new OpenAI();

export async function handler({ review }) {
  const { choices } = await openai.chat.completions.create({
    model: "gpt-4.1-mini",
    messages: [
      { role: "system", content: "Say positive or negative." },
      { role: "user", content: review },
    ],
  });
  // The platform freezes the function once it has answered.
  await flush();
  return { sentiment: choices[0].message.content };
}
