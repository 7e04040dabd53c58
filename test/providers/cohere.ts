import { HELLO, PROMPT, TEXT, type ProviderTests } from "../support/provider-tests.ts";

/** What tests need of this instrumentation. */
export const TESTS: ProviderTests = {
  markedPrograms: [{ app: "cohere-8", markers: 22, hasMedia: true }],
  env: { CO_API_KEY: "key" },
  blockRule: {
    installation: "cohere-8",
    context: {
      ...PROMPT,
      CohereClientV2: 'import { CohereClientV2 } from "cohere-ai";',
      request: `const request = { model: "command-a-03-2025", messages: [${HELLO}] };`,
    },
  },
  answers: [
    [
      /^\/v2\/chat$/,
      {
        id: "c2",
        finish_reason: "COMPLETE",
        message: { role: "assistant", content: [{ type: "text", text: TEXT }] },
        usage: { billed_units: { input_tokens: 7, output_tokens: 12 }, tokens: { input_tokens: 7, output_tokens: 12 } },
      },
    ],
  ],
};
