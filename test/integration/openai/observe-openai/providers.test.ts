import { describe, expect, it } from "vitest";
import { runWithOpenAI } from "../child-process.ts";

const PROVIDERS: readonly (readonly [host: string, provider: string])[] = [
  ["api.openai.com", "openai"],
  ["eu.api.openai.com", "openai"],
  ["API.OPENAI.COM", "openai"],
  ["me.openai.azure.com", "azure.ai.openai"],
  ["me.cognitiveservices.azure.com", "azure.ai.openai"],
  ["me.openai.azure.us", "azure.ai.openai"],
  ["me.openai.azure.cn", "azure.ai.openai"],
  ["me.services.ai.azure.com", "azure.ai.inference"],
  ["me.eastus2.models.ai.azure.com", "azure.ai.inference"],
  ["me.eastus2.inference.ml.azure.com", "azure.ai.inference"],
  ["api.anthropic.com", "anthropic"],
  ["bedrock-runtime.us-west-2.amazonaws.com", "aws.bedrock"],
  ["bedrock-runtime.cn-north-1.amazonaws.com.cn", "aws.bedrock"],
  ["bedrock-mantle.us-east-1.api.aws", "aws.bedrock"],
  ["api.cohere.com", "cohere"],
  ["api.cohere.ai", "cohere"],
  ["api.deepseek.com", "deepseek"],
  ["aiplatform.googleapis.com", "gcp.vertex_ai"],
  ["us-central1-aiplatform.googleapis.com", "gcp.vertex_ai"],
  ["generativelanguage.googleapis.com", "gcp.gemini"],
  ["other.googleapis.com", "gcp.gen_ai"],
  ["api.groq.com", "groq"],
  ["us-south.ml.cloud.ibm.com", "ibm.watsonx.ai"],
  ["api.mistral.ai", "mistral_ai"],
  ["api.moonshot.ai", "moonshot_ai"],
  ["api.moonshot.cn", "moonshot_ai"],
  ["api.perplexity.ai", "perplexity"],
  ["api.x.ai", "x_ai"],
  ["dashscope.aliyuncs.com", "alibaba_cloud"],
  ["api.cerebras.ai", "cerebras"],
  ["api.deepinfra.com", "deepinfra"],
  ["api.fireworks.ai", "fireworks_ai"],
  ["models.github.ai", "github"],
  ["router.huggingface.co", "hugging_face"],
  ["api.minimax.io", "minimax"],
  ["api.minimaxi.com", "minimax"],
  ["integrate.api.nvidia.com", "nvidia"],
  ["ollama.com", "ollama"],
  ["openrouter.ai", "openrouter"],
  ["api.sambanova.ai", "sambanova"],
  ["api.together.ai", "together_ai"],
  ["api.together.xyz", "together_ai"],
  ["api.z.ai", "z_ai"],
  ["open.bigmodel.cn", "z_ai"],
  // Names that only end, begin or continue like a provider's name.
  ["notopenai.com", "openai"],
  ["smollama.com", "openai"],
  ["max.ai", "openai"],
  ["xyz.ai", "openai"],
  ["notgroq.com", "openai"],
  ["api.groq.com.example.org", "openai"],
  ["groq.company", "openai"],
  ["myaiplatform.googleapis.com", "gcp.gen_ai"],
  ["azure.com.example.org", "openai"],
  ["fakeazure.com", "openai"],
  ["localhost", "openai"],
  ["127.0.0.1", "openai"],
  ["[::1]", "openai"],
];

describe("the provider of a base URL", () => {
  it("is found by its exact host or a subdomain of it", async () => {
    const urls = PROVIDERS.map(([host], index) => `https://${host}${index % 2 === 0 ? "" : ":8443"}/v1`);
    const providers = await runWithOpenAI<Array<[string, string]>>(
      "observe-openai/observe-openai-child.ts",
      "providersOf",
      {
        major: 7,
        format: "esm",
        isPreloaded: false,
        env: { URLS: JSON.stringify(urls) },
      },
    );
    expect(providers).toEqual(PROVIDERS.map(([, provider], index) => [urls[index], provider]));
  });
});
