import { SvcOtelSpanAttributes as svc, type TokenUsage } from "@svc/core/internal";
import type { Amounts } from "../../support/usage/answers.ts";
import type { Door } from "../../support/usage/door.ts";

type Operation = {
  readonly answer?: (data: never) => { readonly usage?: TokenUsage | undefined };
  readonly accumulator?: () => { add(chunk: unknown): boolean; answer(): { readonly usage?: TokenUsage | undefined } };
};

/** Door of an instrumentation, which writes the kinds on the span. */
export function recorded(
  name: string,
  kindsOf: (amounts: Amounts) => unknown,
  cannotTell: Door["cannotTell"] = [],
): Door {
  return {
    name,
    cannotTell,
    attributes: (amounts) => ({ [svc.OBSERVATION_USAGE_DETAILS]: JSON.stringify(kindsOf(amounts) ?? {}) }),
  };
}

/** Returns the kinds that an operation reads of a whole answer. */
export const plain = ({ answer }: Operation, data: unknown): unknown => answer?.(data as never).usage?.kinds;

/** Returns the kinds that an operation reads of a streamed answer. */
export function streamed({ accumulator }: Operation, ...chunks: readonly unknown[]): unknown {
  const answer = accumulator!();
  for (const chunk of chunks) answer.add(chunk);
  return answer.answer().usage?.kinds;
}

export const HOUR = ["writtenHour"] as const;
export const WRITES = ["written", "writtenHour"] as const;
export const MEDIA = ["audioIn", "imageIn", "audioOut", "imageOut"] as const;

/** Parts that a provider cannot tell whose answers count texts only, and the thoughts with the output. */
export const TEXT_ONLY = [...MEDIA, "reasoning"] as const;
