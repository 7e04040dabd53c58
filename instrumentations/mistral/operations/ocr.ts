import { countOf, isFields, textOf } from "@svc/core/internal";
import { pick, type Answer, type Operation, wireForm } from "@svc/instrumentation";
import { MISTRAL } from "../library.ts";

/** `ocr.process`. It is billed by the page: the number of pages is in the metadata. */
export const ocr: Operation = {
  library: MISTRAL,
  name: "ocr",
  type: "generation",
  path: "",
  parameters: new Set([
    "bbox_annotation_format",
    "document_annotation_format",
    "extract_footer",
    "extract_header",
    "image_limit",
    "image_min_size",
    "include_image_base64",
    "pages",
    "table_format",
  ]),
  input: (body) => pick(body, ["document", "document_annotation_prompt"]),
  answer: ocrAnswer,
};

function ocrAnswer(data: unknown): Answer {
  if (!isFields(data)) return {};
  const { pages, documentAnnotation, usageInfo } = data;
  const usage = isFields(usageInfo) ? usageInfo : {};
  return {
    output: wireForm(pick({ pages, documentAnnotation }, ["pages", "documentAnnotation"])),
    model: textOf(data.model),
    metadata: { pages_processed: countOf(usage.pagesProcessed), document_size_bytes: countOf(usage.docSizeBytes) },
  };
}
