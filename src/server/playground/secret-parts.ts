import { secretForms } from "./secret-forms.ts";

/** Fewest characters of a part. Fewer would be found in ordinary words. */
const SHORTEST = 8;

/** What stands between the characters of a secret and does not hide it: white space, and line breaks as JSON escapes them. */
const BETWEEN = /\s|\\[nrt]/y;

/** Characters of a text without those between them, in lower case, with the place of each. */
interface Folded {
  readonly text: string;
  readonly places: readonly number[];
}

/** Part of a text: from its first character to the one behind its last. */
export type Range = readonly [start: number, end: number];

/** Parts of a secret that nobody may read: half of it or more, in each of {@link secretForms}. */
export class SecretParts {
  readonly #forms: readonly string[];
  readonly #longest: number;
  /** Shortest parts to hide, by their length. */
  readonly #shortest: ReadonlyMap<number, ReadonlySet<string>>;

  constructor(secret: string) {
    this.#forms = secretForms(secret).map((form) => fold(form).text);
    this.#longest = Math.max(0, ...this.#forms.map((form) => form.length));
    const shortest = new Map<number, Set<string>>();
    for (const form of this.#forms) {
      const length = Math.min(form.length, Math.max(SHORTEST, Math.ceil(form.length / 2)));
      const parts = shortest.get(length) ?? new Set();
      for (let at = 0; at + length <= form.length; at += 1) parts.add(form.slice(at, at + length));
      shortest.set(length, parts);
    }
    this.#shortest = shortest;
  }

  /** Returns the parts of a text to hide, in order. */
  in(given: string): Range[] {
    const { text, places } = fold(given);
    const isHidden = new Uint8Array(text.length);
    for (const [length, parts] of this.#shortest) {
      for (let at = 0; at + length <= text.length; at += 1) {
        if (parts.has(text.slice(at, at + length))) isHidden.fill(1, at, at + length);
      }
    }
    const found: Range[] = [];
    for (let start = isHidden.indexOf(1); start >= 0;) {
      const next = isHidden.indexOf(0, start);
      const end = next < 0 ? text.length : next;
      found.push([places[start]!, places[end - 1]! + 1]);
      start = isHidden.indexOf(1, end);
    }
    return found;
  }

  /** Returns the place from which a text may go on as a part; its length without one. */
  openIn(given: string): number {
    const { text, places } = fold(given);
    for (let start = Math.max(0, text.length - this.#longest); start < text.length; start += 1) {
      const end = text.slice(start);
      if (this.#forms.some((form) => form.includes(end))) return places[start]!;
    }
    return given.length;
  }
}

function fold(given: string): Folded {
  const characters: string[] = [];
  const places: number[] = [];
  for (let at = 0; at < given.length; at += 1) {
    BETWEEN.lastIndex = at;
    const [between] = BETWEEN.exec(given) ?? [];
    if (between === undefined) {
      const lower = given[at]!.toLowerCase();
      // Only one place for each character.
      characters.push(lower.length === 1 ? lower : given[at]!);
      places.push(at);
    } else at += between.length - 1;
  }
  return { text: characters.join(""), places };
}
