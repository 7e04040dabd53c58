/** Providers in the words of the GenAI conventions, by the names that frameworks have for them. Every other name is the provider's own. */
const PROVIDERS: ReadonlyArray<readonly [pattern: RegExp, provider: string]> = [
  [/^google[._-]?vertex|^vertex/, "gcp.vertex_ai"],
  [/^google|^gemini/, "gcp.gemini"],
  [/bedrock/, "aws.bedrock"],
  [/^azure/, "azure.ai.openai"],
  [/^mistral/, "mistral_ai"],
  [/^xai|^x-ai/, "x_ai"],
  [/^ibm|^watsonx/, "ibm.watsonx.ai"],
];

/** Returns the `gen_ai.provider.name` of a provider that a framework names, such as `azure` or `google.generative-ai`. */
export function providerName(name: string): string {
  const known = name.toLowerCase();
  // The AI SDK adds the API, as in `openai.responses`.
  return PROVIDERS.find(([pattern]) => pattern.test(known))?.[1] ?? known.split(".", 1)[0]!;
}
