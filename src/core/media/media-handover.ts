import { globalState } from "../runtime/global-state.ts";
import type { HandedMedia, MediaReceiver } from "./media-receiver.ts";
import { mediaHash, mediaIdOf, mediaTag, type MediaContent, type MediaSource } from "./media.ts";

/** Has media offered to a receiver from now on; the function given back ends that. */
export function receiveMedia(receiver: MediaReceiver): () => void {
  const receivers = (globalState.mediaReceivers ??= new Set());
  receivers.add(receiver);
  return () => void receivers.delete(receiver);
}

/**
 * Hands media over to whoever uploads the media of this span, and gives the text to write in its place: a reference or,
 * when nobody takes it, a note of what was there, with its type, size and hash.
 */
export function handOverMedia(
  span: object,
  { bytes, contentType }: MediaContent,
  { field, source }: { field: HandedMedia["field"]; source: MediaSource },
): string {
  const hash = mediaHash(bytes);
  const tag = mediaTag(contentType, mediaIdOf(hash), source);
  let isTaken = false;
  for (const receiver of globalState.mediaReceivers ?? []) {
    isTaken = receiver(span, { bytes, contentType, field, tag }) || isTaken;
  }
  return isTaken ? tag : `<media not kept: ${contentType}, ${bytes.length} bytes, SHA-256 ${hash}>`;
}
