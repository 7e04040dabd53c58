import { textOf, type Fields } from "@svc/core/internal";
import { mediaFields, type MediaFields } from "@svc/instrumentation";

const always = (): boolean => true;
const imageType = (holder: Fields): string => `image/${textOf(holder.output_format) ?? "png"}`;

/** Fields of OpenAI's API whose text is base64 without a mark that says so. */
export const MEDIA_FIELDS: MediaFields = mediaFields({
  b64_json: [{ isIn: always, typeOf: imageType }],
  partial_image_b64: [{ isIn: always, typeOf: imageType }],
  result: [{ isIn: ({ type }) => type === "image_generation_call", typeOf: imageType }],
  file_data: [{ isIn: always, typeOf: () => "application/octet-stream" }],
  data: [
    // Sound in a request, and sound in an answer.
    { isIn: ({ format }) => typeof format === "string", typeOf: ({ format }) => `audio/${String(format)}` },
    { isIn: ({ transcript }) => typeof transcript === "string", typeOf: () => "audio/wav" },
  ],
});
