import { PROMPT, type ProviderTests } from "../support/provider-tests.ts";

/** What tests need of this instrumentation. */
export const TESTS: ProviderTests = {
  markedPrograms: [{ app: "bedrock", args: ["content.mjs"], markers: 15, hasMedia: true }],
  blockRule: {
    installation: "bedrock",
    context: {
      ...PROMPT,
      BedrockRuntimeClient: 'import { BedrockRuntimeClient } from "@aws-sdk/client-bedrock-runtime";',
      command:
        'import { ConverseCommand } from "@aws-sdk/client-bedrock-runtime"; const command = new ConverseCommand(' +
        '{ modelId: "amazon.nova-micro-v1:0", messages: [{ role: "user", content: [{ text: "Hello" }] }] });',
    },
  },
};
