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
  const { _meta, isError: _isError, ...fields } = result;
  const [only, ...others] = listOf(fields.content);
  const isText = isFields(only) && only.type === "text" && others.length === 0;
  return isText && Object.keys(fields).length === 1 ? only.text : fields;
}

/** Returns the first text of a tool result, which tells why the tool failed. */
export function firstText(result: Fields): string | undefined {
  const found = listOf(result.content).find((part) => isFields(part) && part.type === "text");
  return isFields(found) ? textOf(found.text) : undefined;
}
