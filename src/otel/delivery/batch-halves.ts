import { splitBatch } from "#encoding/batch-splitting";
import type { SpanBatch } from "../encoding/span-batch.ts";

/** Returns the halves of a batch, which share its file. */
export function sharedHalves(batch: SpanBatch): SpanBatch[] {
  const halves = splitBatch(batch);
  batch.file?.share(halves);
  return halves;
}
