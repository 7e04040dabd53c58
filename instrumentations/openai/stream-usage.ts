import { isFields, listOf, type Fields } from "@svc/core";
import type { CaptureOptions } from "./capture-options.ts";
import type { Operation } from "./operation.ts";

/** Whether this call is to be asked for a usage that its streamed answer would not bring. */
export function wantsUsage(operation: Operation, body: Fields, { streamUsage }: CaptureOptions): boolean {
  if (!streamUsage || operation.hidesStreamUsage !== true || body.stream !== true) return false;
  const { stream_options: options } = body;
  return options === undefined || options === null || (isFields(options) && options.include_usage === undefined);
}

/** The arguments of the same call with its usage asked for. The application's own are left as they are. */
export function askingForUsage(args: readonly unknown[]): unknown[] {
  const [body, ...rest] = args as [Fields, ...unknown[]];
  const options = isFields(body.stream_options) ? body.stream_options : {};
  return [{ ...body, stream_options: { ...options, include_usage: true } }, ...rest];
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
