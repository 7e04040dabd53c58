import {
  logger,
  parseMediaReference,
  resolveSetting,
  SvcMediaReference,
  uploadMedia,
  type MediaContent,
  type MediaPlace,
  type ParsedMediaReference,
} from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import type { SvcAPIClient } from "@svc/core/api";
import type { Connection } from "../connection.ts";
import { withinTime } from "../time-limit.ts";
import { copyReplacing, findLeaves } from "./value-walk.ts";

/** Parameters of `media.resolveReferences`: the value, and the form of the content that replaces references. */
export interface SvcMediaResolveMediaReferencesParams<T> {
  obj: T;
  resolveWith: "base64DataUri";
  /** Depth of arrays and objects searched; default 10. */
  maxDepth?: number;
}

const MAX_DEPTH = 10;

/** Pattern of a media reference anywhere in a text. */
const REFERENCES = /@@@svcMedia:[^@]+@@@/g;

/** Concurrent downloads. */
const CONCURRENCY = 8;

/** Counts of uploads since the client's creation. */
export interface MediaReport {
  readonly uploaded: number;
  /** Failed uploads; the call that requested an upload gets its error. */
  readonly failed: number;
}

/** Manager of the media that observations and dataset items refer to. */
export class MediaManager {
  readonly #api: Pick<SvcAPIClient, "media">;
  readonly #connection: Connection;
  readonly #uploads = new Set<Promise<void>>();
  #uploaded = 0;
  #failed = 0;

  constructor(api: Pick<SvcAPIClient, "media">, connection: Connection) {
    this.#api = api;
    this.#connection = connection;
  }

  /** Parses a media reference. Throws when the text is not a reference, or lacks its type, id or source. */
  static parseReferenceString(text: string): ParsedMediaReference {
    return parseMediaReference(text);
  }

  /**
   * Returns a copy of a value with its media references replaced by the content as data URIs. Downloads each medium once,
   * whatever the number of its references. A medium that cannot be downloaded keeps its reference, with a warning.
   * Contract: "Limits" (5 s for the request; the download is aborted when no data arrives for 5 s).
   *
   * @example
   * const withImages = await client.media.resolveReferences({ obj: observation.input, resolveWith: "base64DataUri" });
   */
  async resolveReferences<T>({ obj, maxDepth = MAX_DEPTH }: SvcMediaResolveMediaReferencesParams<T>): Promise<T> {
    const texts = findLeaves(obj, maxDepth, (leaf) => typeof leaf === "string");
    const references = [...new Set([...texts].flatMap((text) => text.match(REFERENCES) ?? []))];
    const contents = new Map<string, string>();
    const fetchNext = async (): Promise<void> => {
      for (let text = references.pop(); text !== undefined; text = references.pop()) {
        const content = await this.#contentOf(text);
        if (content !== undefined) contents.set(text, content);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, fetchNext));
    const replace = (leaf: unknown): unknown =>
      typeof leaf === "string" ? leaf.replaceAll(REFERENCES, (text) => contents.get(text) ?? text) : undefined;
    return copyReplacing(obj, { maxDepth, replace }) as T;
  }

  /** Uploads content to its place. Resolves when the upload is done. Rejects when the upload fails. @internal */
  async upload(media: MediaContent, place: MediaPlace): Promise<void> {
    const { baseUrl, headers, timeoutMs } = this.#connection;
    const upload = uploadMedia({ media, place, baseUrl, headers, timeoutMs });
    this.#uploads.add(upload);
    try {
      await upload;
      this.#uploaded++;
    } catch (error) {
      this.#failed++;
      throw error;
    } finally {
      this.#uploads.delete(upload);
    }
  }

  /** Waits for the uploads under way. Resolves with the counts since the client's creation. Never rejects. */
  async flush(): Promise<MediaReport> {
    await Promise.allSettled(this.#uploads);
    return { uploaded: this.#uploaded, failed: this.#failed };
  }

  /** Waits like {@link flush}, for at most `SVC_SHUTDOWN_TIMEOUT`: the upload of content has no limit of its own. */
  async shutdown(): Promise<MediaReport> {
    if (this.#uploads.size === 0) return this.flush();
    const { value: seconds } = resolveSetting(settings.shutdownTimeout);
    await withinTime(seconds * 1000, () => this.flush()).catch(() => {
      const { size } = this.#uploads;
      logger.error(
        `${size} ${size === 1 ? "media upload" : "media uploads"} did not finish within ${seconds} s and may be lost. ` +
          "Raise SVC_SHUTDOWN_TIMEOUT.",
      );
    });
    return { uploaded: this.#uploaded, failed: this.#failed };
  }

  async #contentOf(text: string): Promise<string | undefined> {
    try {
      const parsed = parseMediaReference(text);
      const media = await this.#api.media.get(parsed.mediaId);
      return await new SvcMediaReference({ ...parsed, ...media }).fetchDataUri();
    } catch (error) {
      logger.warn(`The media reference ${text} is left in place: its content could not be downloaded.`, error);
      return undefined;
    }
  }
}
