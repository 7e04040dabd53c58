// Asks a model about a picture.
import OpenAI from "openai";

const PICTURE = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const { choices } = await new OpenAI().chat.completions.create({
  model: "gpt-4o-mini",
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: "What is the capital of France?" },
        { type: "image_url", image_url: { url: `data:image/png;base64,${PICTURE}` } },
      ],
    },
  ],
});
console.log(choices[0].message.content);
