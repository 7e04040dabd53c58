import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ExpectedContent, MediaKey, MediaStorage } from "../storage/media/media-storage.ts";
import { PART_BYTES } from "./move-format.ts";

/** Content of a media, with its key. */
export type MovedContent = MediaKey & ExpectedContent;

/** Yields a content in parts of {@link PART_BYTES}; the last may be shorter. Throws for one that is not as it was announced. */
export async function* readParts(
  content: Readable,
  { id, contentLength, sha256Hash }: MovedContent,
): AsyncGenerator<Buffer> {
  const hash = createHash("sha256");
  let size = 0;
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
    waiting.push(chunk);
    length += chunk.length;
    if (length < PART_BYTES) continue;
    const joined = Buffer.concat(waiting);
    let start = 0;
    for (; start + PART_BYTES <= joined.length; start += PART_BYTES) yield joined.subarray(start, start + PART_BYTES);
    waiting = [joined.subarray(start)];
    length = joined.length - start;
  }
  if (length > 0) yield Buffer.concat(waiting);
  if (size !== contentLength || hash.digest("base64") !== sha256Hash) {
    throw new Error(
      `the stored content of the media ${id} is not the one that was announced. Remove its trace, and repeat`,
    );
  }
}

/** Stores a content, unless the storage has it. Throws for one that is not as it was announced. */
export async function storeContent(
  { transfer }: MediaStorage,
  { projectId, id, ...expected }: MovedContent,
  parts: AsyncIterable<Buffer>,
): Promise<void> {
  const key = { projectId, id };
  const content = Readable.from(parts);
  if (transfer.kind === "service") {
    const problem = await transfer.store(key, content, expected);
    if (problem !== undefined) throw wrongContent(id, problem);
    return;
  }
  if ((await transfer.problemOf(key, expected)) === undefined) {
    for await (const part of content) void part;
    return;
  }
  const response = await fetch(await transfer.uploadUrl(key, expected), {
    method: "PUT",
    headers: {
      "content-type": expected.contentType,
      "content-length": String(expected.contentLength),
      "x-amz-checksum-sha256": expected.sha256Hash,
    },
    body: content as never,
    duplex: "half",
  });
  await response.arrayBuffer();
  const problem = response.ok ? await transfer.problemOf(key, expected) : `the bucket answered ${response.status}`;
  if (problem !== undefined) throw wrongContent(id, problem);
}

function wrongContent(id: string, problem: string): Error {
  return new Error(`the content of the media ${id} is not stored: ${problem}`);
}
