/** One entry: the value, until when it is fresh, and the refresh under way. */
interface Entry<T> {
  value: T;
  /** Of the clock of `performance.now()`. */
  freshUntil: number;
  isRefreshing: boolean;
}

/** What is kept of one name, by which version or label of it was asked for. */
interface Named<T> {
  readonly entries: Map<string, Entry<T>>;
  /** First fetches under way. */
  readonly fetches: Map<string, Promise<T>>;
}

/** How a value is had from the cache. */
export interface CacheUse<T> {
  /** Milliseconds a fetched value is fresh. */
  readonly ttl: number;
  readonly fetch: () => Promise<T>;
  readonly onFailedRefresh: (error: unknown) => void;
}

/**
 * Keeps what was fetched. What is fresh is given at once; what is stale too, while one refresh is under way; the first
 * fetch of a key is shared by all who ask meanwhile.
 */
export class PromptCache<T> {
  readonly #names = new Map<string, Named<T>>();

  /** The value of a key, if it is here and fresh. */
  fresh(name: string, key: string): T | undefined {
    const entry = this.#names.get(name)?.entries.get(key);
    return entry !== undefined && performance.now() < entry.freshUntil ? entry.value : undefined;
  }

  /** The value of a key, from here or fetched. With a ttl of 0 it is always fetched. Rejects when the first fetch fails. */
  get(name: string, key: string, use: CacheUse<T>): T | Promise<T> {
    const named = this.#names.get(name);
    const entry = named?.entries.get(key);
    if (use.ttl <= 0) return this.#fetch(name, key, use);
    if (entry === undefined) return named?.fetches.get(key) ?? this.#fetch(name, key, use);
    if (entry.freshUntil <= performance.now()) this.#refresh(name, key, entry, use);
    return entry.value;
  }

  /** Forgets everything of exactly this name. A fetch under way is not kept either: it may bring what was before. */
  invalidate(name: string): void {
    this.#names.delete(name);
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
