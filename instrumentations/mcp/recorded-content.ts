import { isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import { mediaFields, type MediaFields } from "@svc/instrumentation";

const typeOf = ({ mimeType }: Fields): string => textOf(mimeType) ?? "application/octet-stream";

/** Fields of messages, tool results and resources that hold base64. */
export const MEDIA_FIELDS: MediaFields = /* @__PURE__ */ mediaFields({
  data: [{ isIn: ({ type }) => type === "image" || type === "audio", typeOf }],
  blob: [{ isIn: ({ uri }) => typeof uri === "string", typeOf }],
});

/** Returns the output to record of a result: a text that is the whole of it, or the result without its `_meta`. */
export function recordedResult(result: unknown): unknown {
  if (!isFields(result) || Array.isArray(result)) return result;
  if (hasContentAlone(result)) {
    const parts = listOf(result.content);
    const only = parts[0];
    if (parts.length === 1 && isFields(only) && only.type === "text") return only.text;
  }
  const { _meta, isError: _isError, ...fields } = result;
  return fields;
}

function hasContentAlone(result: Fields): boolean {
  for (const name in result) if (name !== "content" && name !== "_meta" && name !== "isError") return false;
  return true;
}

/** Returns the first text of a tool result, which tells why the tool failed. */
export function firstText(result: Fields): string | undefined {
  const found = listOf(result.content).find((part) => isFields(part) && part.type === "text");
  return isFields(found) ? textOf(found.text) : undefined;
}
