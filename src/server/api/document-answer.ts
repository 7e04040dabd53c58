import type { Document } from "../storage/documents.ts";
import { recordTimes } from "./record-times.ts";

/** Record in an answer: its content beside its id and its times in ISO 8601. */
export type DocumentAnswer<Content> = Content & { id: string; createdAt: string; updatedAt: string };

/** Returns a record as it is answered. */
export function documentAnswer<Content extends object>(document: Document<Content>): DocumentAnswer<Content> {
  const { id, content, ...times } = document;
  return { id, ...content, ...recordTimes(times) };
}
