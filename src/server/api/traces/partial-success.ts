import { isoTime } from "../../http/iso-time.ts";
import type { OtlpFormat } from "../../ingest/otlp/otlp-decoding.ts";
import type { StoredExport } from "../../ingest/export-outcome.ts";
import { oldestKept } from "../../storage/pruning/retention.ts";
import { findProject } from "../../resources/projects.ts";
import { EXPORT_RESPONSE, PARTIAL_SUCCESS, ProtobufWriter } from "@svc/core/internal/protobuf";
import type { Service } from "../service.ts";

/** Remarks of the answer to an export beside its success, by OTLP's `partialSuccess`. */
export interface PartialSuccess {
  /** Number of spans that are not stored. With 0, the message is a warning. */
  rejectedSpans: number;
  errorMessage: string;
}

/** Returns what to say of a stored export; undefined when all of it is stored, and stays. */
export async function partialSuccess(
  { records, limits }: Service,
  projectId: string,
  { refused, reasons, oldStarts, spans }: StoredExport,
): Promise<PartialSuccess | undefined> {
  const said = refused > 0 ? [reasons] : [];
  if (oldStarts.length > 0) {
    const project = await findProject(records, projectId).catch(() => undefined);
    const oldest = oldestKept(project?.retentionDays ?? null, limits.keepDays, Date.now());
    const count = oldest === undefined ? 0 : oldStarts.filter((time) => time < oldest).length;
    if (oldest !== undefined && count > 0) {
      said.push(
        `${count} of ${spans} stored spans start before ${isoTime(oldest)}, and the retention of the project keeps nothing older: ` +
          "they are removed within ten minutes",
      );
    }
  }
  return said.length === 0 ? undefined : { rejectedSpans: refused, errorMessage: said.join("; ") };
}

/** Returns the body of the answer to an export, in the format of the export: an empty message when there is nothing to say. */
export function exportAnswer(format: OtlpFormat, said: PartialSuccess | undefined): string | Uint8Array<ArrayBuffer> {
  if (said === undefined) return format === "json" ? "{}" : "";
  if (format === "json") {
    // OTLP/JSON writes 64-bit integers as text.
    return JSON.stringify({ partialSuccess: { ...said, rejectedSpans: String(said.rejectedSpans) } });
  }
  const text = Buffer.from(said.errorMessage);
  const message = new ProtobufWriter(text.length + 32);
  message.reserve(text.length + 32);
  if (said.rejectedSpans > 0) {
    message.byte(PARTIAL_SUCCESS.REJECTED_SPANS);
    message.varint(said.rejectedSpans);
  }
  message.byte(PARTIAL_SUCCESS.ERROR_MESSAGE);
  message.varint(text.length);
  message.raw(text);
  const answer = new ProtobufWriter(message.length + 16);
  answer.reserve(message.length + 16);
  answer.byte(EXPORT_RESPONSE.PARTIAL_SUCCESS);
  answer.varint(message.length);
  answer.raw(message.bytes());
  return Uint8Array.from(answer.bytes());
}
