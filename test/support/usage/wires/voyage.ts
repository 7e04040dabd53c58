import type { Amounts } from "../answers.ts";
import { VECTOR, type Wire } from "./wire.ts";

export function voyageWire(model: string, { fresh }: Amounts): Wire {
  const data = [{ object: "embedding", index: 0, embedding: VECTOR, relevance_score: 0.5 }];
  return { whole: { object: "list", data, model, usage: { total_tokens: fresh } }, events: [] };
}
