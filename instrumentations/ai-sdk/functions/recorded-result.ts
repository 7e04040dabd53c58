import { context } from "@opentelemetry/api";
import { fieldsOf, generateUUID, isFields, textOf, withOwnedCall, type Fields } from "@svc/core/internal";
import { failedEnding } from "@svc/instrumentation";
import { captureOf } from "../operation/call-options.ts";
import { openOperations } from "../operation/open-operations.ts";
import { Operation } from "../operation/operation.ts";
import { recordSafely } from "../record-safely.ts";

/** Makes a call that the AI SDK reports nothing about, and records it from its options and its result. */
export function recordResult(operationId: string, options: unknown, call: () => unknown): unknown {
  const id = generateUUID();
  const operation = recordSafely(() => {
    const start = startOf(operationId, fieldsOf(options));
    return openOperations().add(id, () => new Operation(start, captureOf({})));
  });
  if (operation === undefined) return call();
  const end = (finish: (open: Operation) => void): void => {
    recordSafely(() => {
      const open = openOperations().remove(id);
      if (open !== undefined) finish(open);
    });
  };
  try {
    const result = context.with(withOwnedCall(operation.context), call);
    if (!(result instanceof Promise)) return result;
    return result.then(
      (value: unknown) => {
        end((open) => open.end(endOf(fieldsOf(value))));
        return value;
      },
      (error: unknown) => {
        end((open) => open.stop(failedEnding(error)));
        throw error;
      },
    );
  } catch (error) {
    end((open) => open.stop(failedEnding(error)));
    throw error;
  }
}

function startOf(operationId: string, options: Fields): Fields {
  const { model, audio } = options;
  const { modelId, provider } = fieldsOf(model);
  const sound = audio === undefined ? {} : { audio: audio instanceof URL ? audio.href : soundOf(audio) };
  return { ...options, ...sound, operationId, modelId: modelId ?? model, provider };
}

function endOf(result: Fields): Fields {
  const { audio, images, video, responses, usage } = result;
  const [response] = Array.isArray(responses) ? (responses as unknown[]) : [];
  return {
    text: result.text,
    usage,
    response: fieldsOf(response),
    ...(Array.isArray(images) && { images: images.map((file: unknown) => ({ type: "file", file })) }),
    ...(audio !== undefined && { audio: soundOf(audio) }),
    ...(isFields(video) && { video: { mediaType: video.mediaType } }),
  };
}

/** Returns the size and the type of audio, which is recorded without its content, as version 7 reports it. */
function soundOf(audio: unknown): Fields {
  const { mediaType, mimeType, format, base64Data, uint8ArrayData } = fieldsOf(audio);
  const data = ArrayBuffer.isView(audio) || typeof audio === "string" ? audio : (uint8ArrayData ?? base64Data);
  const type = textOf(mediaType) ?? textOf(mimeType);
  return {
    byteLength: byteLengthOf(data),
    ...(type !== undefined && { mediaType: type }),
    ...(format !== undefined && { format }),
  };
}

function byteLengthOf(data: unknown): number | undefined {
  if (typeof data === "string") return Math.floor((data.replace(/={1,2}$/, "").length * 3) / 4);
  return ArrayBuffer.isView(data) || data instanceof ArrayBuffer ? data.byteLength : undefined;
}
