import { isFields, listOf } from "@svc/core";
import type { CaptureOptions } from "../call/capture-options.ts";
import type { Operation } from "../call/operation.ts";
import { isPlainData } from "../request/plain-data.ts";

/**
 * The arguments of the same call with a usage asked for that its streamed answer would not bring; undefined where none is
 * to be asked for. The application's own are left as they are; those that are more than data are not asked for more.
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
 * Makes a chunk what it would have been had nobody asked for the usage. False for the chunk that exists only to bring it,
 * which the application is not to see.
 */
export function withoutUsage(chunk: unknown): boolean {
  if (!isFields(chunk) || !("usage" in chunk)) return true;
  if (isFields(chunk.usage) && Array.isArray(chunk.choices) && listOf(chunk.choices).length === 0) return false;
  if (chunk.usage === null) Reflect.deleteProperty(chunk, "usage");
  return true;
}
