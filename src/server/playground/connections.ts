import type { Records } from "../storage/records.ts";
import { type LlmConnection, llmConnections } from "../resources/llm-connections.ts";
import { isLoopbackHost } from "../http/loopback.ts";
import { BUILT_IN_MODELS } from "../ingest/prices/built-in-models.ts";
import { homeOfKey, isBelow, keyVariableProblem } from "./provider-keys.ts";
import { providerAddress } from "./provider-address.ts";
import { PROVIDERS } from "./providers/index.ts";
import type { Provider } from "./providers/provider.ts";

/** Connection as the playground uses it. */
export interface ModelConnection {
  readonly name: string;
  readonly adapter: string;
  /** Models to suggest. A run can name any other one. */
  readonly models: readonly string[];
  /** Address and key of a connection that can be used, or the reason why it cannot, which says what to do. */
  readonly access: ConnectionAccess | { readonly problem: string };
}

/** Access to the models of a connection. */
export interface ConnectionAccess {
  readonly provider: Provider;
  /** Address without a slash at the end. */
  readonly address: string;
  /** True at the provider's own address. */
  readonly isOwnAddress: boolean;
  /** Key; undefined for an address that is called without one. */
  readonly key: string | undefined;
  /** Variable that the key is read from. */
  readonly keyVariable: string;
}

/** Circumstances that decide which connections can be used. */
export interface ConnectionCircumstances {
  /** Environment variables of the service. */
  readonly env: NodeJS.ProcessEnv;
  /** True for a request from this machine. */
  readonly isLocal: boolean;
}

/** Fields of a stored connection that say where it leads. */
type ConnectionFields = Pick<
  LlmConnection,
  "provider" | "adapter" | "baseURL" | "customModels" | "withDefaultModels" | "config"
>;

/**
 * Returns the connections of a project: those that are stored, and one for each provider. The key of a connection is in an
 * environment variable of the service, never in the database. It is sent to the address of the provider that it belongs to, or to
 * the address that the environment gives beside it, and to what lies below that address: nobody who can change a connection can have
 * the key sent elsewhere.
 */
export async function listConnections(
  records: Records,
  projectId: string,
  circumstances: ConnectionCircumstances,
): Promise<readonly ModelConnection[]> {
  const stored = (await llmConnections.all(records, projectId)).map(({ content }) => content);
  const names = new Set(stored.map(({ provider }) => provider));
  const plain = [...PROVIDERS.keys()].filter((adapter) => !names.has(adapter)).map(plainConnection);
  return [...stored, ...plain].map((connection) => ({
    name: connection.provider,
    adapter: connection.adapter,
    models: modelsOf(connection),
    access: accessOf(connection, circumstances),
  }));
}

function plainConnection(adapter: string): ConnectionFields {
  return { provider: adapter, adapter, baseURL: null, customModels: [], withDefaultModels: true, config: null };
}

function modelsOf({ adapter, customModels, withDefaultModels }: ConnectionFields): string[] {
  const pattern = PROVIDERS.get(adapter)?.models;
  const known = withDefaultModels && pattern ? BUILT_IN_MODELS.map(({ modelName }) => modelName) : [];
  return [...new Set([...customModels, ...known.filter((name) => pattern?.test(name))])];
}

function accessOf(connection: ConnectionFields, { env, isLocal }: ConnectionCircumstances): ModelConnection["access"] {
  const provider = PROVIDERS.get(connection.adapter);
  if (provider === undefined)
    return { problem: `The playground does not call connections of the kind ${connection.adapter}` };
  const keys = keyVariablesOf(connection, provider);
  const [keyVariable] = keys;
  const namedProblem = keyVariableProblem(connection.config, env);
  if (namedProblem !== undefined) return { problem: namedProblem };
  const { addressVariable, ownAddress } = homeOfKey(keyVariable);
  const set = env[addressVariable];
  const address = readAddress(connection.baseURL ?? (set || provider.address), provider);
  if (address === undefined) return { problem: "The address of the connection is no http address without credentials" };

  const called = address + provider.addressPath;
  const isOwnAddress = isBelow(called, provider.address);
  const isHome = ownAddress !== undefined && isBelow(called, ownAddress);
  const key = keys.map((name) => env[name]?.trim()).find((value) => value);
  if (isHome && key === undefined) return { problem: `Start the service with the environment variable ${keyVariable}` };
  const access = { provider, address, isOwnAddress, keyVariable };
  if (isHome || (set !== undefined && isBelow(called, set))) return { ...access, key };
  // Whoever can change the connection is no authority for where a key goes, or what the service calls in its network.
  if (isLocal && isLoopbackHost(new URL(address).host)) return { ...access, key: undefined };
  return {
    problem: `Start the service with ${addressVariable}=${address}, and with ${keyVariable} if a key is needed`,
  };
}

/** Returns the variables of a connection's key: that which it names, or those of its provider, or that of its name. */
function keyVariablesOf(
  { provider: name, baseURL, config }: ConnectionFields,
  provider: Provider,
): readonly [string, ...string[]] {
  const named = config?.["apiKeyVariable"];
  if (typeof named === "string") return [named];
  return baseURL === null ? provider.keyVariables : [`${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_")}_API_KEY`];
}

function readAddress(text: string, { addressPath }: Provider): string | undefined {
  const url = providerAddress(text);
  if (url === undefined) return undefined;
  const { origin, pathname } = url;
  const whole = origin + pathname.replace(/(?<!\/)\/+$/, "");
  return addressPath !== "" && whole.endsWith(addressPath) ? whole.slice(0, -addressPath.length) : whole;
}
