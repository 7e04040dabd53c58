import { isFields, listOf } from "@svc/core/internal";
import type { CaptureOptions } from "../call/capture-options.ts";
import type { Operation } from "../call/operation.ts";
import { isPlainData } from "../request/plain-data.ts";

/**
 * Returns the arguments with a request for the usage, which the streamed answer would not bring by itself; undefined where no
 * request is needed. Does not change the application's arguments. Arguments that are more than plain data are left alone.
 */
export function askingForUsage(
  operation: Operation,
  args: readonly unknown[],
  { streamUsage }: CaptureOptions,
): unknown[] | undefined {
  if (!streamUsage || operation.hidesStreamUsage !== true) return undefined;
  const [body, ...rest] = args;
  if (!isPlainData(body) || body.stream !== true) return undefined;
  const { stream_options: options } = body;
  const own = options ?? {};
  if (!isPlainData(own) || own.include_usage !== undefined) return undefined;
  return [{ ...body, stream_options: { ...own, include_usage: true } }, ...rest];
}

/**
 * Restores a chunk to its form without a requested usage. Returns false for the chunk that only brings the usage, which the
 * application must not see.
 */
export function withoutUsage(chunk: unknown): boolean {
  if (!isFields(chunk) || !("usage" in chunk)) return true;
  if (isFields(chunk.usage) && Array.isArray(chunk.choices) && listOf(chunk.choices).length === 0) return false;
  if (chunk.usage === null) Reflect.deleteProperty(chunk, "usage");
  return true;
}
