import type { LlmConnection } from "../resources/llm-connections.ts";
import { PROVIDERS } from "./providers/index.ts";

/** Form of a variable that may hold the key of a provider. */
const KEY_VARIABLE = /^[A-Z][A-Z0-9_]*_API_KEY$/;

/** Segment of a path that nothing on the way reads in another way: encoded characters may become slashes and points behind a gateway. */
const PLAIN_SEGMENT = /^[\w.~-]+$/;

/** Places that the key in a variable may be sent to. */
export interface KeyHome {
  /** Variable of the address that the environment gives beside the key. */
  readonly addressVariable: string;
  /** Address of the provider that the key belongs to; undefined for a provider that only the environment knows. */
  readonly ownAddress: string | undefined;
}

/** Returns the places that the key in a variable may be sent to. */
export function homeOfKey(keyVariable: string): KeyHome {
  const owner = [...PROVIDERS.values()].find(({ keyVariables }) => keyVariables.includes(keyVariable));
  const addressVariable = owner?.addressVariable ?? keyVariable.replace(/_API_KEY$/, "_BASE_URL");
  return { addressVariable, ownAddress: owner?.address };
}

/**
 * Returns the reason why a connection may not name the variable in its configuration for its key; undefined for one that it may name,
 * and without any. It may name that of a provider that the service calls, or one with an address beside it in the environment: whoever
 * runs the service has then decided where this key goes. Other variables hold keys of other services.
 */
export function keyVariableProblem(config: LlmConnection["config"], env: NodeJS.ProcessEnv): string | undefined {
  const name = config?.["apiKeyVariable"] ?? undefined;
  if (name === undefined) return undefined;
  if (typeof name !== "string" || !KEY_VARIABLE.test(name))
    return "The variable of the key must be capitals and end with _API_KEY";
  const { addressVariable, ownAddress } = homeOfKey(name);
  if (ownAddress !== undefined || env[addressVariable]?.trim()) return undefined;
  return `${name} is no variable of a model provider: start the service with ${addressVariable}, the address that this key belongs to`;
}

/**
 * Returns true for an address that is another one, or lies below it by whole segments of the path, at the same scheme, host and port.
 * `..` and `//` have been resolved when an address was read as a URL; an address with encoded characters is below none.
 */
export function isBelow(address: string, other: string): boolean {
  if (!URL.canParse(address) || !URL.canParse(other)) return false;
  const [called, home] = [new URL(address), new URL(other)];
  if (called.origin !== home.origin) return false;
  const [path, start] = [segmentsOf(called), segmentsOf(home)];
  if (!start.every((segment, place) => path[place] === segment)) return false;
  return path.slice(start.length).every((segment) => PLAIN_SEGMENT.test(segment));
}

function segmentsOf({ pathname }: URL): string[] {
  const path = pathname.replace(/(?<!\/)\/+$/, "");
  return path === "" ? [] : path.slice(1).split("/");
}
