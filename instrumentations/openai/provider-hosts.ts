import { textOf } from "@svc/core/internal";
import { endpointsBy, ownData, type Endpoint } from "@svc/instrumentation";

/**
 * Providers that speak the protocol of OpenAI, each with its hosts; of two hosts that match, the first counts. A name matches a
 * host that is the name, or that ends in a dot and the name. A name that starts with `-` matches the end of a label. Providers
 * are named as the conventions name them, where they do.
 */
const PROVIDERS: readonly (readonly [provider: string, ...hosts: string[]])[] = [
  ["azure.ai.inference", "services.ai.azure.com", "models.ai.azure.com", "inference.ml.azure.com"],
  ["azure.ai.openai", "azure.com", "azure.us", "azure.cn"],
  ["openai", "openai.com"],
  ["anthropic", "anthropic.com"],
  ["aws.bedrock", "amazonaws.com", "amazonaws.com.cn", "api.aws"],
  ["cohere", "cohere.com", "cohere.ai"],
  ["deepseek", "deepseek.com"],
  ["gcp.vertex_ai", "aiplatform.googleapis.com", "-aiplatform.googleapis.com"],
  ["gcp.gemini", "generativelanguage.googleapis.com"],
  ["gcp.gen_ai", "googleapis.com"],
  ["groq", "groq.com"],
  ["ibm.watsonx.ai", "cloud.ibm.com"],
  ["mistral_ai", "mistral.ai"],
  ["moonshot_ai", "moonshot.ai", "moonshot.cn"],
  ["perplexity", "perplexity.ai"],
  ["x_ai", "x.ai"],
  // The conventions have no names for these.
  ["alibaba_cloud", "aliyuncs.com"],
  ["cerebras", "cerebras.ai"],
  ["deepinfra", "deepinfra.com"],
  ["fireworks_ai", "fireworks.ai"],
  ["github", "github.ai"],
  ["hugging_face", "huggingface.co"],
  ["minimax", "minimax.io", "minimaxi.com"],
  ["nvidia", "nvidia.com"],
  ["ollama", "ollama.com"],
  ["openrouter", "openrouter.ai"],
  ["sambanova", "sambanova.ai"],
  ["together_ai", "together.ai", "together.xyz"],
  ["z_ai", "z.ai", "bigmodel.cn"],
];

const DEFAULT_PROVIDER = "openai";
/** Returns the endpoint at the base URL of a client. */
export const endpointAt: (baseUrl: string) => Endpoint = /* @__PURE__ */ endpointsBy(providerOf);

/** Returns the endpoint of a client of the `openai` package. */
export function endpointOf(client: unknown): Endpoint {
  const endpoint = endpointAt(textOf(ownData(client, "baseURL")) ?? "");
  // A client for Azure can use a gateway whose host does not name Azure; only the Azure class has an API version.
  const isAzure = endpoint.provider === DEFAULT_PROVIDER && textOf(ownData(client, "apiVersion")) !== undefined;
  return isAzure ? { ...endpoint, provider: "azure.ai.openai" } : endpoint;
}

function providerOf(host: string | undefined): string {
  const isAt = (name: string): boolean =>
    host === name || host?.endsWith(name.startsWith("-") ? name : `.${name}`) === true;
  return PROVIDERS.find(([, ...hosts]) => hosts.some(isAt))?.[0] ?? DEFAULT_PROVIDER;
}
