import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createReadStream, createWriteStream, renameSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { ExpectedContent, MediaKey, MediaStorage, ServiceTransfer } from "./media-storage.ts";

const DIRECTORY = "media";

/** Contents of media on this machine: files beside the database, or in memory when the service keeps nothing on disk. */
export class LocalMedia implements MediaStorage {
  readonly transfer: ServiceTransfer;
  readonly #directory: string | undefined;
  readonly #inMemory = new Map<string, Buffer>();
  readonly #onStored: (bytes: number) => void;

  /**
   * `dataDirectory`: the directory of the database; undefined for a database in memory. `onStored`: called after every content.
   */
  constructor(dataDirectory: string | undefined, onStored: (bytes: number) => void = () => undefined) {
    this.transfer = { kind: "service", store: async (...content) => this.#store(...content) };
    this.#onStored = onStored;
    this.#directory = dataDirectory === undefined ? undefined : join(dataDirectory, DIRECTORY);
  }

  async #store(
    { projectId, id }: MediaKey,
    incoming: Readable,
    expected: ExpectedContent,
  ): Promise<string | undefined> {
    const problem =
      this.#directory === undefined
        ? await this.#storeInMemory(contentKey(projectId, id), incoming, expected)
        : await storeInFile(pathIn(this.#directory, projectId), id, incoming, expected);
    if (problem === undefined) this.#onStored(expected.contentLength);
    return problem;
  }

  async #storeInMemory(key: string, incoming: Readable, expected: ExpectedContent): Promise<string | undefined> {
    const chunks: Buffer[] = [];
    const problem = await receive(incoming, expected, async (chunk) => void chunks.push(chunk));
    if (problem === undefined) this.#inMemory.set(key, Buffer.concat(chunks));
    return problem;
  }

  async read({ projectId, id }: MediaKey): Promise<Readable | undefined> {
    if (this.#directory !== undefined) return readFile(pathIn(this.#directory, projectId, id));
    const content = this.#inMemory.get(contentKey(projectId, id));
    return content && Readable.from([content]);
  }

  /** Removes contents. A content that is stored under the same name meanwhile stays. */
  async remove(media: readonly MediaKey[]): Promise<void> {
    for (const { projectId, id } of media) {
      this.#inMemory.delete(contentKey(projectId, id));
      if (this.#directory !== undefined) await removeFile(pathIn(this.#directory, projectId), id);
    }
  }

  async removeProject(projectId: string): Promise<void> {
    for (const key of this.#inMemory.keys()) if (key.startsWith(`${projectId}/`)) this.#inMemory.delete(key);
    if (this.#directory === undefined) return;
    // A content that arrives meanwhile makes the folder not empty again.
    await rm(pathIn(this.#directory, projectId), { recursive: true, force: true, maxRetries: 10, retryDelay: 10 });
  }

  close(): void {
    this.#inMemory.clear();
  }
}

async function storeInFile(
  project: string,
  mediaId: string,
  incoming: Readable,
  expected: ExpectedContent,
): Promise<string | undefined> {
  await mkdir(project, { recursive: true, mode: 0o700 });
  const partial = join(project, `.${randomUUID()}`);
  const file = createWriteStream(partial, { flags: "wx", mode: 0o600 });
  try {
    const problem = await receive(incoming, expected, async (chunk) => {
      if (!file.write(chunk)) await once(file, "drain");
    });
    file.end();
    await finished(file);
    if (problem === undefined) await rename(partial, pathIn(project, mediaId));
    return problem;
  } finally {
    file.destroy();
    await rm(partial, { force: true });
  }
}

async function readFile(path: string): Promise<Readable | undefined> {
  const file = createReadStream(path);
  try {
    // Waits before the answer begins: an error in the middle of an answer could only end the connection.
    await once(file, "open");
    return file;
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}

async function removeFile(project: string, mediaId: string): Promise<void> {
  const removed = join(project, `.${randomUUID()}`);
  try {
    // Renames synchronously, so that this content goes and not the next one with its name. Only freeing the space takes time.
    renameSync(pathIn(project, mediaId), removed);
  } catch (error) {
    if (isMissingFile(error)) return;
    throw error;
  }
  await rm(removed, { force: true });
}

function isMissingFile(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Joins names to a folder. Throws for a name that leads out of it: rows of an import may hold anything. */
function pathIn(folder: string, ...names: readonly string[]): string {
  for (const name of names) {
    if (basename(name) !== name || ["", ".", ".."].includes(name)) {
      throw new Error(`${JSON.stringify(name)} is no name of a project or of a media`);
    }
  }
  return join(folder, ...names);
}

function contentKey(projectId: string, mediaId: string): string {
  return `${projectId}/${mediaId}`;
}

async function receive(
  incoming: Readable,
  { contentLength, sha256Hash }: ExpectedContent,
  write: (chunk: Buffer) => Promise<void>,
): Promise<string | undefined> {
  const hash = createHash("sha256");
  let size = 0;
  try {
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > contentLength) return `the content has more than the ${contentLength} bytes that were announced`;
      hash.update(chunk);
      await write(chunk);
    }
  } catch {
    return "the request ended before its content was complete";
  }
  if (size < contentLength) return `the content has ${size} bytes, ${contentLength} were announced`;
  return hash.digest("base64") === sha256Hash ? undefined : "the content has another SHA-256 than was announced";
}
