import { textOf } from "@svc/core/internal";
import { mediaFields, type MediaFields } from "@svc/instrumentation";

/** Fields of Anthropic's API whose text is base64 without a mark that says so: images and documents. */
export const MEDIA_FIELDS: MediaFields = mediaFields({
  data: [
    {
      isIn: ({ type, media_type: mediaType }) => type === "base64" && typeof mediaType === "string",
      typeOf: ({ media_type: mediaType }) => textOf(mediaType) ?? "",
    },
  ],
});
