/** Most characters of all names that are remembered together. */
const MOST_CHARACTERS = 1024 * 1024;

/** Names that are longer are never remembered: programs do not make up the same long name again. */
const LONGEST = 512;

/** What was found out about names that come again and again. It stays small, whatever names there are. */
export class NameCache<T> {
  readonly #find: (name: string) => T;
  readonly #known = new Map<string, T>();
  #characters = 0;

  constructor(find: (name: string) => T) {
    this.#find = find;
  }

  /** What `find` says about the name, asked for once or, where there are too many names, again. */
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
