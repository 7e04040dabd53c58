import { CONTENT_TYPE } from "#encoding/request-form";
import type { HttpRequest } from "@svc/core/internal";
import type { SpanBatch } from "./span-batch.ts";

export function spanRequest(url: string, headers: Readonly<Record<string, string>>, batch: SpanBatch): HttpRequest {
  const { body, contentEncoding } = batch;
  const encoding = contentEncoding && { "content-encoding": contentEncoding };
  return { method: "POST", url, headers: { ...headers, "content-type": CONTENT_TYPE, ...encoding }, body };
}
