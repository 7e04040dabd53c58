/** Cache entry: the value, the end of its freshness, and whether a refresh is under way. */
interface Entry<T> {
  value: T;
  /** End of freshness, on the clock of `performance.now()`. */
  freshUntil: number;
  isRefreshing: boolean;
}

/** Entries of one prompt name, by the requested version or label. */
interface Named<T> {
  readonly entries: Map<string, Entry<T>>;
  /** Fetches under way, which concurrent first reads share. */
  readonly fetches: Map<string, Promise<T>>;
}

export interface CacheUse<T> {
  /** Time a fetched value is fresh, in milliseconds. */
  readonly ttl: number;
  readonly fetch: () => Promise<T>;
  readonly onFailedRefresh: (error: unknown) => void;
}

/**
 * Cache of fetched values. A fresh value is returned at once. A stale value is returned at once too, while one refresh is
 * under way. Concurrent first reads of a key share one fetch.
 */
export class PromptCache<T> {
  readonly #names = new Map<string, Named<T>>();

  /** Returns the value of a key when it is cached and fresh. */
  fresh(name: string, key: string): T | undefined {
    const entry = this.#names.get(name)?.entries.get(key);
    return entry !== undefined && performance.now() < entry.freshUntil ? entry.value : undefined;
  }

  /**
   * Returns the value of a key, cached or fetched. A ttl of 0 always fetches. Rejects when a fetch fails that is not a
   * refresh.
   */
  get(name: string, key: string, use: CacheUse<T>): T | Promise<T> {
    const named = this.#names.get(name);
    const entry = named?.entries.get(key);
    if (use.ttl <= 0) return this.#fetch(name, key, use);
    if (entry === undefined) return named?.fetches.get(key) ?? this.#fetch(name, key, use);
    if (entry.freshUntil <= performance.now()) this.#refresh(name, key, entry, use);
    return entry.value;
  }

  /**
   * Removes all entries of exactly this name, and those whose value includes it. A fetch of the name under way is not cached either:
   * its result may be out of date.
   */
  invalidate(name: string, includesName: (value: T) => boolean): void {
    this.#names.delete(name);
    for (const { entries } of this.#names.values()) {
      for (const [key, { value }] of entries) if (includesName(value)) entries.delete(key);
    }
  }

  async #fetch(name: string, key: string, use: CacheUse<T>): Promise<T> {
    const named = this.#names.get(name) ?? { entries: new Map(), fetches: new Map() };
    this.#names.set(name, named);
    const fetched = use.fetch();
    named.fetches.set(key, fetched);
    try {
      const value = await fetched;
      named.entries.set(key, { value, freshUntil: performance.now() + use.ttl, isRefreshing: false });
      return value;
    } finally {
      if (named.fetches.get(key) === fetched) named.fetches.delete(key);
    }
  }

  #refresh(name: string, key: string, entry: Entry<T>, use: CacheUse<T>): void {
    if (entry.isRefreshing) return;
    entry.isRefreshing = true;
    this.#fetch(name, key, use).catch((error: unknown) => {
      entry.isRefreshing = false;
      use.onFailedRefresh(error);
    });
  }
}
