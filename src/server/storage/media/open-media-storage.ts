import { LocalMedia } from "./local-media.ts";
import type { MediaStorage } from "./media-storage.ts";
import { openS3Media } from "./s3/s3-media.ts";

/** Place of the contents of media. */
export interface MediaPlaceOptions {
  /** Address of a bucket; undefined to keep contents on this machine. */
  mediaUrl: string | undefined;
  /** Directory of the data; undefined for data in memory. */
  dataDirectory: string | undefined;
}

/**
 * Opens the storage of media contents. `onStored` is called after every content, with its bytes; `log` takes one line at a
 * time. Rejects for an address that cannot be used. The message says what to do.
 */
export async function openMediaStorage(
  { mediaUrl, dataDirectory }: MediaPlaceOptions,
  onStored: (bytes: number) => void = () => undefined,
  log: (line: string) => void = () => undefined,
): Promise<MediaStorage> {
  if (mediaUrl === undefined) return new LocalMedia(dataDirectory, onStored);
  return openS3Media(mediaUrl, onStored, log);
}
