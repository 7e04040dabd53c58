import { HELLO, PROMPT, TEXT, type ProviderTests } from "../support/provider-tests.ts";

/** What tests need of this instrumentation. */
export const TESTS: ProviderTests = {
  markedPrograms: [{ app: "ollama-0.6", markers: 16, hasMedia: true }],
  blockRule: {
    installation: "ollama-0.6",
    context: {
      ...PROMPT,
      Ollama: 'import { Ollama } from "ollama";',
      request: `const request = { model: "llama3.2", messages: [${HELLO}] };`,
    },
  },
  answers: [
    [
      /^\/api\/chat$/,
      {
        model: "llama3.2",
        created_at: "2026-11-01T00:00:00Z",
        message: { role: "assistant", content: TEXT },
        done: true,
        done_reason: "stop",
        prompt_eval_count: 7,
        eval_count: 12,
      },
    ],
  ],
};
