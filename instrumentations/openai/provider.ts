import { textOf } from "@svc/core/internal";
import { endpointsBy, ownData, type Endpoint } from "@svc/instrumentation";

/**
 * Hosts that speak the protocol of OpenAI, the longer name first. A row matches a host that is the row's name, or that ends in
 * a dot and the row's name. A row that starts with `-` matches the end of a label. Values are the conventions' own where the
 * conventions have one.
 */
const PROVIDERS: readonly (readonly [host: string, provider: string])[] = [
  ["services.ai.azure.com", "azure.ai.inference"],
  ["models.ai.azure.com", "azure.ai.inference"],
  ["inference.ml.azure.com", "azure.ai.inference"],
  ["azure.com", "azure.ai.openai"],
  ["azure.us", "azure.ai.openai"],
  ["azure.cn", "azure.ai.openai"],
  ["openai.com", "openai"],
  ["anthropic.com", "anthropic"],
  ["amazonaws.com", "aws.bedrock"],
  ["amazonaws.com.cn", "aws.bedrock"],
  ["api.aws", "aws.bedrock"],
  ["cohere.com", "cohere"],
  ["cohere.ai", "cohere"],
  ["deepseek.com", "deepseek"],
  ["aiplatform.googleapis.com", "gcp.vertex_ai"],
  ["-aiplatform.googleapis.com", "gcp.vertex_ai"],
  ["generativelanguage.googleapis.com", "gcp.gemini"],
  ["googleapis.com", "gcp.gen_ai"],
  ["groq.com", "groq"],
  ["cloud.ibm.com", "ibm.watsonx.ai"],
  ["mistral.ai", "mistral_ai"],
  ["moonshot.ai", "moonshot_ai"],
  ["moonshot.cn", "moonshot_ai"],
  ["perplexity.ai", "perplexity"],
  ["x.ai", "x_ai"],
  // The conventions have no names for these.
  ["aliyuncs.com", "alibaba_cloud"],
  ["cerebras.ai", "cerebras"],
  ["deepinfra.com", "deepinfra"],
  ["fireworks.ai", "fireworks_ai"],
  ["github.ai", "github"],
  ["huggingface.co", "hugging_face"],
  ["minimax.io", "minimax"],
  ["minimaxi.com", "minimax"],
  ["nvidia.com", "nvidia"],
  ["ollama.com", "ollama"],
  ["openrouter.ai", "openrouter"],
  ["sambanova.ai", "sambanova"],
  ["together.ai", "together_ai"],
  ["together.xyz", "together_ai"],
  ["z.ai", "z_ai"],
  ["bigmodel.cn", "z_ai"],
];

const DEFAULT_PROVIDER = "openai";
/** Returns the endpoint at the base URL of a client. */
const endpointAt = /* @__PURE__ */ endpointsBy(providerOf);

/** Returns the endpoint of a client of the `openai` package. */
export function endpointOf(client: unknown): Endpoint {
  const endpoint = endpointAt(textOf(ownData(client, "baseURL")) ?? "");
  // A client for Azure can use a gateway whose host does not name Azure; only the Azure class has an API version.
  const isAzure = endpoint.provider === DEFAULT_PROVIDER && textOf(ownData(client, "apiVersion")) !== undefined;
  return isAzure ? { ...endpoint, provider: "azure.ai.openai" } : endpoint;
}

function providerOf(host: string | undefined): string {
  const row = PROVIDERS.find(([name]) => host === name || host?.endsWith(name.startsWith("-") ? name : `.${name}`));
  return row?.[1] ?? DEFAULT_PROVIDER;
}
