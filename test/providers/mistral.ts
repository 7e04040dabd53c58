import { HELLO, PROMPT, type ProviderTests } from "../support/provider-tests.ts";

/** What tests need of this instrumentation. */
export const TESTS: ProviderTests = {
  markedPrograms: [{ app: "mistral-2", markers: 22, hasMedia: true }],
  env: { MISTRAL_API_KEY: "key" },
  blockRule: {
    installation: "mistral-2",
    context: {
      ...PROMPT,
      Mistral: 'import { Mistral } from "@mistralai/mistralai";',
      apiKey: 'const apiKey = "key";',
      request: `const request = { model: "mistral-small-latest", messages: [${HELLO}] };`,
    },
  },
};
