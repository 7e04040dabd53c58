import { textOf } from "@svc/core/internal";
import { endpointsBy, ownData, type Endpoint } from "@svc/instrumentation";

/** Provider by the class of the client. Newer clients name their provider themselves. */
const PROVIDERS: ReadonlyMap<unknown, string> = new Map([
  ["AnthropicBedrock", "aws.bedrock"],
  ["AnthropicBedrockMantle", "aws.bedrock"],
  ["AnthropicVertex", "gcp.vertex_ai"],
  ["AnthropicFoundry", "azure.ai.inference"],
]);

const DEFAULT_PROVIDER = "anthropic";
/** Functions that give the endpoint at a base URL, by the provider. */
const endpointsAt = new Map<string, (baseUrl: string) => Endpoint>();

/** Returns the endpoint of a client of the `@anthropic-ai/sdk` package, or of a client for another platform. */
export function endpointOf(client: unknown): Endpoint {
  const provider = textOf(ownData(client, "_genAIProviderName")) ?? providerOfClass(client);
  let endpointAt = endpointsAt.get(provider);
  if (endpointAt === undefined) endpointsAt.set(provider, (endpointAt = endpointsBy(() => provider)));
  return endpointAt(textOf(ownData(client, "baseURL")) ?? "");
}

/** Returns the provider of the client's class or of a class that it extends. */
function providerOfClass(client: unknown): string {
  for (let holder = client; typeof holder === "object" && holder !== null; holder = Object.getPrototypeOf(holder)) {
    const provider = PROVIDERS.get(ownData(ownData(holder, "constructor"), "name"));
    if (provider !== undefined) return provider;
  }
  return DEFAULT_PROVIDER;
}
