import { isFields, textOf } from "@svc/core/internal";
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

/** Providers of clients without a name of their own, by their prototype. */
const providers = new WeakMap<object, string>();

/** Returns the endpoint of a client of the `@anthropic-ai/sdk` package, or of a client for another platform. */
export function endpointOf(client: unknown): Endpoint {
  const provider = textOf(ownData(client, "_genAIProviderName")) ?? providerOfKind(client);
  let endpointAt = endpointsAt.get(provider);
  if (endpointAt === undefined) endpointsAt.set(provider, (endpointAt = endpointsBy(() => provider)));
  return endpointAt(textOf(ownData(client, "baseURL")) ?? "");
}

function providerOfKind(client: unknown): string {
  const prototype: unknown = isFields(client) ? Object.getPrototypeOf(client) : undefined;
  if (!isFields(prototype)) return DEFAULT_PROVIDER;
  let provider = providers.get(prototype);
  if (provider === undefined) providers.set(prototype, (provider = providerOfClass(prototype)));
  return provider;
}

/** Returns the provider of the client's class or of a class that it extends. */
function providerOfClass(prototype: object): string {
  for (let holder: unknown = prototype; isFields(holder); holder = Object.getPrototypeOf(holder)) {
    const provider = PROVIDERS.get(ownData(ownData(holder, "constructor"), "name"));
    if (provider !== undefined) return provider;
  }
  return DEFAULT_PROVIDER;
}
