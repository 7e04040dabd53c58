import { isFields, listOf } from "@svc/core/internal";
import { isPlainData, type StreamUsage } from "@svc/instrumentation";

/** Usage of a stream whose chunks bring it only if `stream_options.include_usage` asks for it. */
export const STREAM_USAGE: StreamUsage = { requestIn, hideIn };

/** Returns the arguments with the request for the usage. Arguments that are more than plain data are left alone. */
function requestIn(args: readonly unknown[]): unknown[] | undefined {
  const [body, ...rest] = args;
  if (!isPlainData(body) || body.stream !== true) return undefined;
  const { stream_options: options } = body;
  const own = options ?? {};
  if (!isPlainData(own) || own.include_usage !== undefined) return undefined;
  return [{ ...body, stream_options: { ...own, include_usage: true } }, ...rest];
}

/** Takes the usage out of a chunk. Returns false for the chunk that brings only the usage. */
function hideIn(chunk: unknown): boolean {
  if (!isFields(chunk) || !("usage" in chunk)) return true;
  if (isFields(chunk.usage) && Array.isArray(chunk.choices) && listOf(chunk.choices).length === 0) return false;
  if (chunk.usage === null) Reflect.deleteProperty(chunk, "usage");
  return true;
}
