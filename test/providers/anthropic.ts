import { HELLO, PROMPT, TEXT, type ProviderTests } from "../support/provider-tests.ts";

/** What tests need of this instrumentation. */
export const TESTS: ProviderTests = {
  markedPrograms: [{ app: "anthropic-1", args: ["content.mjs"], markers: 15, hasMedia: true }],
  blockRule: {
    installation: "anthropic-1",
    context: {
      ...PROMPT,
      Anthropic: 'import Anthropic from "@anthropic-ai/sdk";',
      request: `const request = { model: "claude-haiku-4-5", max_tokens: 9, messages: [${HELLO}] };`,
    },
  },
  answers: [
    [
      /^\/anthropic\/v1\/messages$/,
      {
        id: "m1",
        type: "message",
        role: "assistant",
        model: "claude-haiku-4-5",
        content: [{ type: "text", text: TEXT }],
        stop_reason: "end_turn",
        usage: { input_tokens: 7, output_tokens: 12 },
      },
    ],
  ],
};
