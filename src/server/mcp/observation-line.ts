import type { ReadObservation } from "@svc/core/internal";
import { idText, quoted } from "./recorded-text.ts";
import { counted, costText, secondsText } from "./result-text.ts";

/** Returns what an observation is, on one line: type, name, id, model, tokens, cost, times and failure. Recorded texts are quoted. */
export function observationLine(observation: ReadObservation): string {
  const { id, type, name, level, statusMessage, providedModelName, usageDetails, totalCost } = observation;
  const { latency, timeToFirstToken, endTime } = observation;
  const { input = 0, output = 0, total = 0 } = usageDetails ?? {};
  const facts = [
    providedModelName !== null && `model ${quoted(providedModelName)}`,
    input + output > 0 ? `${input} → ${output} tokens` : total > 0 && counted(total, "token"),
    totalCost != null && totalCost > 0 && costText(totalCost),
    endTime === null ? "not ended" : latency != null && secondsText(latency),
    timeToFirstToken != null && `first token after ${secondsText(timeToFirstToken)}`,
    level !== "DEFAULT" && `${level}${statusMessage === null ? "" : `: ${quoted(statusMessage)}`}`,
  ].filter((fact) => fact !== false && fact != null);
  return `${type.toLowerCase()} ${quoted(name ?? "")} [${idText(id)}] ${facts.join("; ")}`.trimEnd();
}
