import { splitBatch } from "#platform/encoding";
import { lossesIn, classifyAnswer, type Delivery, type DeliverySteps, type Loss } from "@svc/core/internal";
import { spanRequest, type SpanBatch } from "../encoding/span-batch.ts";
import { SPAN_ANSWERS } from "./answer-rules.ts";

/** Returns the delivery of a batch at the end of the process: one request, or more when the batch is too large for one. */
export function spanDelivery(url: string, headers: Readonly<Record<string, string>>, batch: SpanBatch): Delivery {
  return { cargo: "span", steps: spanSteps(url, headers, batch) };
}

function* spanSteps(url: string, headers: Readonly<Record<string, string>>, batch: SpanBatch): DeliverySteps {
  const answer = yield spanRequest(url, headers, batch);
  if (classifyAnswer(SPAN_ANSWERS, answer) !== "split" || batch.spanCount === 1) {
    return lossesIn(SPAN_ANSWERS, batch.spanCount, url, answer);
  }
  const losses: Loss[] = [];
  for (const half of splitBatch(batch)) losses.push(...(yield* spanSteps(url, headers, half)));
  return losses;
}
