import { QUESTION, provider } from "./traced.mjs";
import Anthropic from "@anthropic-ai/sdk";

await new Anthropic().messages.create({
  model: "claude-sonnet-4-5",
  max_tokens: 100,
  messages: [{ role: "user", content: QUESTION }],
});
await provider.forceFlush();
