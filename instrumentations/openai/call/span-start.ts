import type { Attributes } from "@opentelemetry/api";
import { creationAttributes, type CallStart } from "./gen-ai-attributes.ts";
import type { Operation } from "./operation.ts";
import type { Endpoint } from "./provider.ts";

/** Name, attributes and endpoint of a span at its start. */
interface SpanStart {
  readonly endpoint: Endpoint;
  readonly name: string;
  readonly attributes: Attributes;
}

const MAX_KNOWN_MODELS = 100;

/** Latest start for each model: the next call of a model nearly always goes to the same endpoint. */
const latest = new WeakMap<Operation, Map<string | undefined, SpanStart>>();

/** Returns the name of the span of a call of this model. */
export function nameOf({ name }: Operation, model: string | undefined): string {
  return model === undefined ? name : `${name} ${model}`;
}

/** Returns the name of a call's span and the attributes that the span starts with. Callers must not change the attributes. */
export function spanStart({ operation, model, endpoint }: CallStart): SpanStart {
  let byModel = latest.get(operation);
  if (byModel === undefined) latest.set(operation, (byModel = new Map()));
  let start = byModel.get(model);
  if (start?.endpoint !== endpoint) {
    start = {
      endpoint,
      name: nameOf(operation, model),
      attributes: creationAttributes({ operation, model, endpoint }),
    };
    if (byModel.size < MAX_KNOWN_MODELS || byModel.has(model)) byModel.set(model, start);
  }
  return start;
}
