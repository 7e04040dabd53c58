import { IS_SHA256_AT_HAND } from "#platform/sha256";
import { globalState } from "../runtime/global-state.ts";
import type { HandedMedia, MediaReceiver } from "../runtime/media-receiver.ts";
import { mediaHash } from "./media.ts";

/** Registers a receiver, to which media are offered from now on. Returns the function that unregisters the receiver. */
export function receiveMedia(receiver: MediaReceiver): () => void {
  const receivers = (globalState.mediaReceivers ??= new Set());
  receivers.add(receiver);
  return () => void receivers.delete(receiver);
}

/**
 * Hands media to the receivers that upload the media of this span. Returns the text to write in place of the media: a
 * reference or, when no receiver takes the media, a note with type and size, and with the hash where the platform computes it.
 */
export function handOverMedia(span: object, media: HandedMedia): string {
  let reference: string | undefined;
  for (const receiver of globalState.mediaReceivers ?? []) reference = receiver(span, media) ?? reference;
  return reference ?? noteOf(media);
}

function noteOf({ bytes, contentType }: HandedMedia): string {
  const hash = IS_SHA256_AT_HAND ? `, SHA-256 ${mediaHash(bytes)}` : "";
  return `<media not kept: ${contentType}, ${bytes.length} bytes${hash}>`;
}
