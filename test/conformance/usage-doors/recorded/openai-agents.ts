import { describeModel } from "../../../../instrumentations/openai-agents/model/model-report.ts";
import { chatUsage, type Door, responseUsage } from "../../../support/usage/door.ts";
import { recorded, HOUR } from "../recorded-door.ts";

/** Doors of answers that this instrumentation records. */
export const DOORS: readonly Door[] = [
  recorded(
    "OpenAI Agents",
    (a) => describeModel({ type: "response", _response: { usage: responseUsage(a) } }).usageDetails,
    HOUR,
  ),
  recorded(
    "OpenAI Agents, other models",
    (a) => describeModel({ type: "generation", usage: chatUsage(a) }).usageDetails,
    HOUR,
  ),
];
