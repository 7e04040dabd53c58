import type { Amounts } from "../answers.ts";
import type { Fields } from "../door.ts";

/** Answer of a provider: one object, and the events of its stream. */
export interface Wire {
  readonly whole: Fields;
  readonly events: readonly Fields[];
  /** Headers of the whole answer. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Request to the stand-in. */
export interface WireRequest {
  readonly path: string;
  readonly body: Fields;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Returns the answer of a model to a request, with the usage. */
export type WireOf = (model: string, amounts: Amounts, request: WireRequest) => Wire;

/** Vector of every embedding. */
export const VECTOR: readonly number[] = [0.5, 0.25];
