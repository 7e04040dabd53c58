import { type MediaKey, type MediaStorage, MediaUnavailable } from "./media-storage.ts";

/** Function that removes the contents of media whose records have been removed. */
export type RemoveContents = (media: readonly MediaKey[]) => Promise<void>;

/** Removal of the contents of media whose records are gone. */
export class ContentRemoval {
  readonly #contents: MediaStorage;
  readonly #isRecorded: (key: MediaKey) => Promise<boolean>;
  readonly #log: (line: string) => void;
  #left: readonly MediaKey[] = [];

  /** `isRecorded`: returns true for media that were announced again. Their contents stay. */
  constructor(contents: MediaStorage, isRecorded: (key: MediaKey) => Promise<boolean>, log: (line: string) => void) {
    this.#contents = contents;
    this.#isRecorded = isRecorded;
    this.#log = log;
  }

  /**
   * Removes contents. Those that the storage does not remove now are tried again at the next removal, while this process runs,
   * and their number is logged.
   */
  async remove(media: readonly MediaKey[]): Promise<void> {
    const removable = [...this.#left, ...media];
    this.#left = [];
    const unused: MediaKey[] = [];
    for (const key of removable) if (!(await this.#isRecorded(key))) unused.push(key);
    try {
      await this.#contents.remove(unused);
    } catch (error) {
      if (!(error instanceof MediaUnavailable)) throw error;
      this.#left = [...this.#left, ...unused];
      const many = `${unused.length} ${unused.length === 1 ? "content" : "contents"} of media`;
      this.#log(`${many} could not be removed: ${error.message}. The service tries again at the next removal`);
    }
  }
}
