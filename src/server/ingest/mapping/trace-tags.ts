import { SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import { textOrJson } from "../../http/json.ts";
import type { Attributes } from "../otlp/otlp-span.ts";
import {
  AiSdkMetadata,
  LangSmith,
  Llm,
  Logfire,
  Mastra,
  MetadataKeys,
  Others,
  SvcOlder,
  asMetadata,
} from "./attributes/attribute-names.ts";
import { firstJson } from "./attributes/attribute-reading.ts";

const SOURCES = [
  svc.TRACE_TAGS,
  SvcOlder.TAGS,
  ...asMetadata(MetadataKeys.TAGS),
  AiSdkMetadata.TAGS,
  Llm.TAGS,
  Mastra.TAGS,
  LangSmith.TAGS,
  Logfire.TAGS,
  Others.TAGS,
];

/** Returns the trace's tags, sent as a list, as JSON text of a list, as text with commas or as a single text. */
export function traceTags(attributes: Attributes): string[] {
  const written = firstJson(attributes, SOURCES);
  if (written === undefined || written === null) return [];
  if (Array.isArray(written)) return written.map(textOrJson);
  return textOrJson(written)
    .split(",")
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "");
}
