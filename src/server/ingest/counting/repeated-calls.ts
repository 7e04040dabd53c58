import type { ObservationRecord } from "../../observations/observation-record.ts";
import type { ObservationType } from "../../observations/observation-type.ts";

/** Types of the calls of a model. */
export const CALL_TYPES: readonly ObservationType[] = ["GENERATION", "EMBEDDING"];

/** Model call, or another observation with usage, as far as the decision reads it. */
export interface CountedCall extends Pick<
  ObservationRecord,
  "id" | "parentObservationId" | "type" | "model" | "inputTokens" | "outputTokens"
> {
  hasContent: boolean;
  /** True for a span of this service's SDKs, in which the application has the last word. */
  isOwn: boolean;
  /** True for an observation that gave way before. Its other fields are those of before. */
  isStep: boolean;
}

/**
 * Returns the observations of a trace that repeat what others count, each with the ids of those. Two instrumentations of one call, or an
 * instrumentation above an SDK with spans of its own, make two observations of it; a framework repeats the sum of its calls on the span
 * around them. Of what repeats, one counts:
 *
 * - A model call directly below a model call with the same tokens is the same call. Of a chain of these the outermost with input or output
 *   counts, or the outermost.
 * - A model call without tokens gives way to those with tokens directly above or below it that name the same model.
 * - An observation whose tokens are the sum of two or more calls directly below it gives way to them. For one that is no model call
 *   itself, a single call is enough.
 *
 * Observations of this service's SDKs alone never give way to each other. The result depends only on the calls, not on their order.
 */
export function repeatedCalls(calls: readonly CountedCall[]): Map<string, string[]> {
  const byId = new Map(calls.map((call) => [call.id, call]));
  const repeated = new Map<string, string[]>();
  for (const chain of chainsOf(calls, byId)) {
    const counted = chain.find(({ hasContent }) => hasContent) ?? chain[0];
    for (const call of chain) if (counted !== undefined && call !== counted) repeated.set(call.id, [counted.id]);
  }
  for (const call of calls) {
    const outer = byId.get(call.parentObservationId ?? "");
    if (outer === undefined || !isBareCall(outer, call)) continue;
    const [bare, counted] = hasTokens(call) ? [outer, call] : [call, outer];
    repeated.set(bare.id, [...(repeated.get(bare.id) ?? []), counted.id]);
  }
  for (const [parentId, children] of Map.groupBy(calls, ({ parentObservationId }) => parentObservationId)) {
    const parent = parentId === null ? undefined : byId.get(parentId);
    if (parent === undefined || repeated.has(parent.id)) continue;
    const parts = children.filter((child) => hasTokens(child) && !repeated.get(child.id)?.includes(parent.id));
    if (isSum(parent, parts)) {
      repeated.set(
        parent.id,
        parts.map(({ id }) => id),
      );
    }
  }
  for (const { id, isStep } of calls) if (isStep) repeated.delete(id);
  return repeated;
}

/** Returns the chains of observations of one call, each from the outermost to the innermost. */
function chainsOf(calls: readonly CountedCall[], byId: ReadonlyMap<string, CountedCall>): CountedCall[][] {
  const placed = new Map<CountedCall, { chain: CountedCall[]; depth: number }>();
  const chains = new Set<CountedCall[]>();
  for (const call of calls) {
    const path: CountedCall[] = [];
    // Spans can name each other as parents: what is on the path already ends it.
    const onPath = new Set<CountedCall>();
    let next: CountedCall | undefined = call;
    while (next !== undefined && !placed.has(next) && !onPath.has(next)) {
      path.push(next);
      onPath.add(next);
      const parent: CountedCall | undefined = byId.get(next.parentObservationId ?? "");
      next = parent !== undefined && isSameCall(parent, next) ? parent : undefined;
    }
    const { chain, depth } = (next && placed.get(next)) ?? { chain: [], depth: -1 };
    for (const [index, one] of path.toReversed().entries()) {
      chain.push(one);
      placed.set(one, { chain, depth: depth + 1 + index });
    }
    if (chain.length > 1) chains.add(chain);
  }
  const depthOf = (call: CountedCall): number => placed.get(call)?.depth ?? 0;
  return [...chains].map((chain) => chain.toSorted((one, other) => depthOf(one) - depthOf(other)));
}

function isSameCall(outer: CountedCall, inner: CountedCall): boolean {
  return (
    areCalls(outer, inner) &&
    hasTokens(outer) &&
    tokens(outer, "inputTokens") === tokens(inner, "inputTokens") &&
    tokens(outer, "outputTokens") === tokens(inner, "outputTokens")
  );
}

/** Returns true for two observations of a call of which only one has tokens. */
function isBareCall(outer: CountedCall, inner: CountedCall): boolean {
  return areCalls(outer, inner) && hasTokens(outer) !== hasTokens(inner) && isSameModel(outer.model, inner.model);
}

/** Returns true for two model calls of one type that are not both of this service's SDKs. */
function areCalls(outer: CountedCall, inner: CountedCall): boolean {
  return outer.type === inner.type && CALL_TYPES.includes(outer.type) && !(outer.isOwn && inner.isOwn);
}

/** Returns true for two names of one model. A response can name the version of the model that a request names. */
function isSameModel(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && (one.startsWith(other) || other.startsWith(one));
}

function isSum(parent: CountedCall, parts: readonly CountedCall[]): boolean {
  const fewest = CALL_TYPES.includes(parent.type) ? 2 : 1;
  if (parts.length < fewest || !hasTokens(parent) || (parent.isOwn && parts.every(({ isOwn }) => isOwn))) return false;
  return (["inputTokens", "outputTokens"] as const).every(
    (name) => tokens(parent, name) === parts.reduce((sum, part) => sum + tokens(part, name), 0),
  );
}

function tokens(call: CountedCall, name: "inputTokens" | "outputTokens"): number {
  return call[name] ?? 0;
}

function hasTokens(call: CountedCall): boolean {
  return tokens(call, "inputTokens") + tokens(call, "outputTokens") > 0;
}
