import type { Fields } from "@svc/core/internal";
import type { Answer } from "../answer.ts";
import type { RunRequest } from "../run-request.ts";

/** HTTP request to a provider. */
export interface ProviderRequest {
  /** Path below the address of the provider, with a slash at the start. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Options of a request to a provider. */
export interface RequestOptions {
  /** Key; undefined for an address that needs none. */
  readonly key: string | undefined;
  /** True at the provider's own address, false at one that only speaks its language. */
  readonly isOwnAddress: boolean;
}

/** Language of a provider's API, and the names under which its address and key are known. */
export interface Provider {
  readonly label: string;
  readonly address: string;
  /** Path at the end of the address that some write and others leave out. */
  readonly addressPath: string;
  /** Environment variables of the key, the first being the usual one. */
  readonly keyVariables: readonly [string, ...string[]];
  readonly addressVariable: string;
  /** Names of this provider's models that hold a conversation. */
  readonly models: RegExp;
  request(run: RunRequest, options: RequestOptions): ProviderRequest;
  /** Adds one event of the stream, or a whole answer, to the answer. Throws {@link ProviderFailure} for an error among the events. */
  read(event: Fields, answer: Answer): void;
}

/** Error that the provider states in its answer. */
export class ProviderFailure extends Error {}

/** Returns the message of an error in the words of any of the providers; undefined without one. */
export function errorText(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if (Array.isArray(body)) return errorText(body[0]);
  const error: unknown = Reflect.get(body, "error") ?? body;
  if (typeof error === "string") return error;
  const message: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "message") : undefined;
  return typeof message === "string" ? message : undefined;
}
