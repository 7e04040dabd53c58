import { SVC_TRACER_NAME, SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import type { ObservationType } from "../../observations/observation-type.ts";
import type { ReceivedSpan } from "../otlp/otlp-span.ts";
import { enclosesAiSdkCalls } from "./attributes/ai-sdk.ts";
import { Genkit, LiveKit, Llm } from "./attributes/attribute-names.ts";
import { textAttribute } from "./attributes/attribute-reading.ts";
import { GENKIT_MODELS } from "./usage/model.ts";

/** Operations of the conventions whose spans enclose model calls. */
const OPERATIONS = new Set(["invoke_agent", "agent_step", "invoke_workflow", "plan"]);

/** Types of steps around model calls. */
const TYPES: ReadonlySet<ObservationType> = new Set(["AGENT", "CHAIN"]);

/**
 * Returns true for a span around model calls, by what it says of itself. The spans of these calls already report model, usage and cost.
 * An application that writes usage on such a step itself is believed.
 */
export function enclosesModelCalls(span: ReceivedSpan, type: ObservationType): boolean {
  const { attributes, scope } = span;
  // Usage that this SDK writes on an agent's span is usage that no span inside reports.
  const isOwn = scope.name === SVC_TRACER_NAME && attributes.has(svc.OBSERVATION_TYPE);
  if (!isOwn && OPERATIONS.has(textAttribute(attributes, GenAi.OPERATION_NAME) ?? "")) return true;
  if (enclosesAiSdkCalls(span)) return true;
  if (scope.name === Genkit.SCOPE && attributes.has(Genkit.TYPE))
    return !GENKIT_MODELS.has(textAttribute(attributes, Genkit.SUBTYPE) ?? "");
  if (scope.name === LiveKit.SCOPE) return type !== "GENERATION" && type !== "EMBEDDING";
  return TYPES.has(type) && !attributes.has(svc.OBSERVATION_TYPE) && !attributes.has(Llm.MODEL_NAME);
}
