import { describeFailure, isSuccess, type DeliverySteps, type Loss } from "@svc/core/internal";
import { splitRequest } from "../encoding/request-splitting.ts";
import { spanRequest, TOO_LARGE, type Batch } from "../encoding/span-request.ts";
import { readPartialSuccess } from "./partial-success.ts";

/**
 * Yields the requests that deliver a batch at the end of the process: one, or more when the batch is too large for one.
 * Returns the losses.
 */
export function* spanDelivery(url: string, headers: Readonly<Record<string, string>>, batch: Batch): DeliverySteps {
  const { bytes, contentEncoding, spanCount } = batch;
  const answer = yield spanRequest(url, headers, batch);
  const loss = (count: number, reason: string): Loss => ({ cargo: "span", count, reason: `${url} ${reason}` });
  if (isSuccess(answer)) {
    const partial = readPartialSuccess(Buffer.from(answer.body));
    return partial ? [loss(partial.rejectedSpans, `rejected them: ${partial.message}`)] : [];
  }
  if (answer.status !== TOO_LARGE || spanCount === 1) return [loss(spanCount, describeFailure(answer))];
  const losses: Loss[] = [];
  for (const half of splitRequest(bytes, contentEncoding)) {
    const part: Batch = { bytes: half.body, contentEncoding: undefined, spanCount: half.spanCount };
    losses.push(...(yield* spanDelivery(url, headers, part)));
  }
  return losses;
}
