import type { Fields } from "@svc/core/internal";

/**
 * Path of a request to Amazon Bedrock or to Vertex AI. Their clients put the model into the path, and the name of the path's
 * last part tells a stream.
 */
const PLATFORM_PATH = /\/models?\/([^/]+?)(?:\/invoke(-with-response-stream)?|:(?:raw|(stream)Raw)Predict)$/;

/** Returns the fields of a request to `url`, with those that its path carries. */
export function withFieldsOfPath(body: Fields, url: string | undefined): Fields {
  if (url?.includes("/model") !== true) return body;
  const [, model, bedrockStream, vertexStream] = PLATFORM_PATH.exec(url.replace(/\?.*/, "")) ?? [];
  if (model === undefined) return body;
  const isStream = bedrockStream !== undefined || vertexStream !== undefined;
  return { model: decoded(model), ...(isStream && { stream: true }), ...body };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
