import {
  classifyAnswer,
  isTemporary,
  lossesIn,
  type Delivery,
  type DeliverySteps,
  type HttpAnswer,
  type Loss,
} from "@svc/core/internal";
import type { SpanBatch } from "../encoding/span-batch.ts";
import { spanRequest } from "../encoding/span-request.ts";
import { SPAN_ANSWERS } from "../delivery/answer-rules.ts";
import { sharedHalves } from "../delivery/batch-halves.ts";

/** Returns the delivery of a batch at the end of the process: one request, or more when the batch is too large for one. */
export function spanDelivery(url: string, headers: Readonly<Record<string, string>>, batch: SpanBatch): Delivery {
  return { cargo: "span", steps: spanSteps(url, headers, batch) };
}

function* spanSteps(url: string, headers: Readonly<Record<string, string>>, batch: SpanBatch): DeliverySteps {
  const answer = yield spanRequest(url, headers, batch);
  if (classifyAnswer(SPAN_ANSWERS, answer) !== "split" || batch.spanCount === 1) {
    return settle(url, batch, answer);
  }
  const losses: Loss[] = [];
  for (const half of sharedHalves(batch)) losses.push(...(yield* spanSteps(url, headers, half)));
  return losses;
}

/** Returns the losses of a batch. Spans that another process can deliver stay on disk. */
function settle(url: string, batch: SpanBatch, answer: HttpAnswer): Loss[] {
  const losses = lossesIn(SPAN_ANSWERS, batch.spanCount, url, answer, batch.mayHaveArrived);
  const isKept = isTemporary(SPAN_ANSWERS, answer);
  batch.file?.settle(!isKept);
  const kept = isKept ? Math.min(batch.file?.spanCount ?? 0, batch.spanCount) : 0;
  if (kept === 0) return losses;
  const [loss] = losses as [Loss];
  const lost: Loss[] = batch.spanCount > kept ? [{ ...loss, count: batch.spanCount - kept }] : [];
  return [...lost, { ...loss, count: kept, isKept }];
}
