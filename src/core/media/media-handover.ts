import { globalState } from "../runtime/global-state.ts";
import type { HandedMedia, MediaReceiver } from "../runtime/media-receiver.ts";
import { mediaHash, mediaIdOf, mediaTag, type MediaContent, type MediaSource } from "./media.ts";

/** Registers a receiver, to which media are offered from now on. Returns the function that unregisters the receiver. */
export function receiveMedia(receiver: MediaReceiver): () => void {
  const receivers = (globalState.mediaReceivers ??= new Set());
  receivers.add(receiver);
  return () => void receivers.delete(receiver);
}

/**
 * Hands media to the receivers that upload the media of this span. Returns the text to write in place of the media: a
 * reference or, when no receiver takes the media, a note with type, size and hash.
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
