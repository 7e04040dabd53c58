/** Maximum characters of all cached names together. */
const MOST_CHARACTERS = 1024 * 1024;

/** Maximum length of a cached name. Programs do not generate the same long name twice. */
const LONGEST = 512;

/** Cache of values by name, for names that recur. Its size is bounded, whatever the names are. */
export class NameCache<T> {
  readonly #find: (name: string) => T;
  readonly #known = new Map<string, T>();
  #characters = 0;

  constructor(find: (name: string) => T) {
    this.#find = find;
  }

  /** Returns the value of `find` for the name. Calls `find` again for a name that is too long or did not fit. */
  get(name: string): T {
    const known = this.#known.get(name);
    if (known !== undefined || this.#known.has(name)) return known as T;
    const found = this.#find(name);
    if (name.length <= LONGEST && this.#characters + name.length <= MOST_CHARACTERS) {
      this.#known.set(name, found);
      this.#characters += name.length;
    }
    return found;
  }
}
