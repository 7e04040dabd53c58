import { mediaUploadSteps, type Delivery, type DeliverySteps, type UploadFailure } from "@svc/core/internal";
import type { OpenUpload } from "../delivery/media-uploads.ts";

/** Returns the delivery of media at the end of the process. An upload under way may be made twice. */
export function mediaDelivery(open: OpenUpload): Delivery {
  return { cargo: "media", steps: uploadSteps(open) };
}

function* uploadSteps({ upload, isSent }: OpenUpload): DeliverySteps {
  let failure: UploadFailure | undefined;
  try {
    failure = yield* mediaUploadSteps(upload);
  } catch (error) {
    failure = { reason: String(error) };
  }
  if (failure === undefined) return [];
  const { reason, mayHaveArrived = false } = failure;
  return [{ cargo: "media", count: 1, reason, mayHaveArrived: isSent || mayHaveArrived }];
}
